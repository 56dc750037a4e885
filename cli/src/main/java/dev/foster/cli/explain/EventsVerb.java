package dev.foster.cli.explain;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.LineTimes;
import dev.foster.cli.Options;
import dev.foster.cli.Paint;
import dev.foster.cli.ReconnectingStream;
import dev.foster.cli.TerminalText;
import dev.foster.control.ControlClient;
import dev.foster.control.EventView;
import dev.foster.control.Following;
import dev.foster.json.JsonText;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** {@code foster events}. */
public final class EventsVerb extends DeclaredVerb {
    private static final int USUAL_COUNT = 50;

    private static final Options OPTIONS =
            Options.of("events", "read events")
                    .words("[NAME]")
                    .about(
                            """
                            Prints the journal: what happened to the project, or to one process of it, when, and who asked
                            for it.
                            """)
                    .flag(
                            "-f, --follow",
                            "go on with what comes, until Ctrl-C; also\n"
                                    + "after a crash of foster, once it is back")
                    .value("-n, --tail", "N", "only the last N events (default 50, at most 1000)")
                    .flag("--json", "one JSON object a line, for programs")
                    .inProject()
                    .example("foster events -f")
                    .example("foster events -n 10 web");

    public EventsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print what happened, and who asked for it");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        boolean json = arguments.has("--json");
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        Optional<String> process =
                arguments.words().isEmpty() ? Optional.empty() : Optional.of(arguments.word());
        int count = arguments.count("--tail").orElse(USUAL_COUNT);
        // Before the page, so that nothing between the two is left out.
        long newest = client.project().lastEvent();
        List<EventView> past =
                count == 0 ? List.of() : client.events(OptionalLong.empty(), count, process);
        past.forEach(event -> print(event, json));
        if (!arguments.has("--follow")) {
            return ExitCodes.OK;
        }
        var seen = new AtomicLong(past.isEmpty() ? newest : Math.max(newest, past.getLast().id()));
        return new ReconnectingStream(
                        invocation, ChosenProject.paths(invocation, arguments), "follow events")
                .follow(
                        () -> client.followEvents(seen.get(), process),
                        following -> print(following, json, seen));
    }

    private boolean print(Following<EventView> following, boolean json, AtomicLong seen) {
        for (Optional<EventView> event = following.next();
                event.isPresent();
                event = following.next()) {
            print(event.get(), json);
            if (invocation.out().checkError()) {
                return false;
            }
            seen.set(event.get().id());
        }
        return true;
    }

    private void print(EventView event, boolean json) {
        invocation
                .out()
                .println(
                        json
                                ? JsonText.write(event.toJson())
                                : line(event, new Paint(invocation.colour())));
    }

    static String line(EventView event, Paint paint) {
        String name = event.process().map(process -> process + ": ").orElse("");
        return paint.faint(LineTimes.time(event.at()))
                + "  "
                + TerminalText.line(name + event.sentence());
    }
}
