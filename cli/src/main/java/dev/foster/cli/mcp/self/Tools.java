package dev.foster.cli.mcp.self;

import dev.foster.cli.LineTimes;
import dev.foster.cli.mcp.self.Tool.Outcome;
import dev.foster.control.ActionResult;
import dev.foster.control.ControlClient;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.ProcessView;
import dev.foster.control.WhyView;
import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tools of Foster. */
final class Tools {
    static final int MOST_LINES = 1000;
    private static final int USUAL_LINES = 50;

    private static final Map<String, Object> NAME = Tool.text("the process; ps lists them");
    private static final Map<String, Object> NAMES =
            Tool.texts("processes, groups, or patterns like 'web*'; ps lists the names");
    private static final Map<String, Object> ACTION =
            Tool.object(
                    Map.of(
                            "changed",
                            Map.of("type", "array"),
                            "unchanged",
                            Map.of("type", "array")),
                    List.of("changed", "unchanged"));

    private Tools() {}

    /** Those that change nothing, and the others if that is allowed. */
    static List<Tool> all(boolean changes) {
        List<Tool> reading = List.of(ps(), logs(), why(), events(), facts());
        return changes
                ? Stream.concat(reading.stream(), Stream.of(start(), stop(), restart())).toList()
                : reading;
    }

    private static Tool reading(
            String name,
            String title,
            String description,
            Map<String, Object> input,
            Map<String, Object> output,
            Tool.Work work) {
        return new Tool(name, title, description, input, output, false, false, work);
    }

    private static Tool ps() {
        return reading(
                "ps",
                "List processes",
                "Lists the processes of the project: what each is doing, whether it is ready, its"
                        + " process id, how long it has been up, how often it was restarted.",
                Tool.object(Map.of("names", NAMES), List.of()),
                Tool.listOf("processes"),
                Tools::ps);
    }

    private static Outcome ps(ControlClient client, ToolArguments arguments) {
        List<String> patterns = arguments.optionalNames();
        Set<String> wanted = patterns.isEmpty() ? Set.of() : Set.copyOf(client.select(patterns));
        List<ProcessView> processes =
                client.processes().stream()
                        .filter(view -> wanted.isEmpty() || wanted.contains(view.name()))
                        .toList();
        return new Outcome(
                Members.none().put("processes", processes, ProcessView::toJson).object(),
                processes.isEmpty()
                        ? "The project has no processes."
                        : lines(processes.stream().map(ToolSentences::of)));
    }

    private static Tool logs() {
        return reading(
                "logs",
                "Read logs",
                "Reads the last lines that processes wrote to standard output and standard error,"
                        + " the oldest first.",
                Tool.object(
                        Map.of(
                                "names",
                                NAMES,
                                "lines",
                                Tool.count("how many lines; 50 unless said", MOST_LINES)),
                        List.of()),
                Tool.listOf("lines"),
                Tools::logs);
    }

    private static Outcome logs(ControlClient client, ToolArguments arguments) {
        List<String> patterns = arguments.optionalNames();
        List<String> names = patterns.isEmpty() ? List.of() : client.select(patterns);
        List<LogLineView> lines =
                client.logs(
                        LogQuery.all()
                                .names(names)
                                .tail(arguments.count("lines", USUAL_LINES, MOST_LINES)));
        return new Outcome(
                Members.none().put("lines", lines, LogLineView::toJson).object(),
                lines.isEmpty()
                        ? "Nothing has been said yet."
                        : lines(
                                lines.stream()
                                        .map(
                                                line ->
                                                        LineTimes.time(line.at())
                                                                + " "
                                                                + line.process()
                                                                + " | "
                                                                + line.text())));
    }

    private static Tool why() {
        return reading(
                "why",
                "Explain a process",
                "Says why a process is in its state: in one sentence, then what led to it, its last"
                        + " lines, and what to do.",
                Tool.object(Map.of("name", NAME), List.of("name")),
                Tool.object(Map.of("summary", Map.of("type", "string")), List.of("summary")),
                Tools::why);
    }

    private static Outcome why(ControlClient client, ToolArguments arguments) {
        WhyView why = client.why(arguments.name());
        Stream<String> text =
                Stream.of(
                                Stream.of(why.name() + ": " + why.summary()),
                                why.causes().stream().map(ToolSentences::of),
                                why.lastLines().stream().map(line -> "| " + line.text()),
                                why.advice().map(advice -> "what to do: " + advice).stream())
                        .flatMap(part -> part);
        return new Outcome(why.toJson(), lines(text));
    }

    private static Tool events() {
        return reading(
                "events",
                "Read events",
                "Reads the journal: what happened to the project or one of its processes, when, and"
                        + " who asked for it; the oldest first.",
                Tool.object(
                        Map.of(
                                "name",
                                NAME,
                                "count",
                                Tool.count("how many events; 50 unless said", MOST_LINES)),
                        List.of()),
                Tool.listOf("events"),
                Tools::events);
    }

    private static Outcome events(ControlClient client, ToolArguments arguments) {
        List<EventView> events =
                client.events(
                        OptionalLong.empty(),
                        arguments.count("count", USUAL_LINES, MOST_LINES),
                        arguments.optionalName());
        return new Outcome(
                Members.none().put("events", events, EventView::toJson).object(),
                events.isEmpty()
                        ? "Nothing has happened yet."
                        : lines(events.stream().map(ToolSentences::of)));
    }

    private static Tool facts() {
        return reading(
                "facts",
                "Show what is settled about a process",
                "Shows a process's command, folder, the names of its environment variables, its"
                        + " settings, and how its last runs ended.",
                Tool.object(Map.of("name", NAME), List.of("name")),
                Tool.object(Map.of("name", Map.of("type", "string")), List.of("name")),
                (client, arguments) -> {
                    FactsView facts = client.facts(arguments.name());
                    return new Outcome(facts.toJson(), ToolSentences.of(facts));
                });
    }

    private static Tool start() {
        return action(
                "start",
                "Start processes",
                "Starts processes, and what they depend on.",
                false,
                (client, names) -> client.start(names, true));
    }

    private static Tool stop() {
        return action(
                "stop",
                "Stop processes",
                "Stops processes with everything they started; they stay stopped.",
                true,
                (client, names) -> client.stop(names, false));
    }

    private static Tool restart() {
        return action(
                "restart",
                "Restart processes",
                "Stops processes and starts them again.",
                true,
                ControlClient::restart);
    }

    /** Asks for something to be done to processes. */
    private interface Wish {
        ActionResult ask(ControlClient client, List<String> names);
    }

    private static Tool action(
            String name, String title, String description, boolean destroys, Wish wish) {
        return new Tool(
                name,
                title,
                description + " Returns when it has begun; ps shows what becomes of it.",
                Tool.object(Map.of("names", NAMES), List.of("names")),
                ACTION,
                true,
                destroys,
                (client, arguments) -> {
                    ActionResult result = wish.ask(client, arguments.names());
                    return new Outcome(result.toJson(), ToolSentences.of(name, result));
                });
    }

    private static String lines(Stream<String> lines) {
        return lines.collect(Collectors.joining("\n"));
    }
}
