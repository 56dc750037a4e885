package dev.foster.control;

import dev.foster.http.SseEvent;
import dev.foster.http.Target;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.util.List;
import java.util.Optional;

/** Requests about the processes themselves: how they are, and what is sent to one of them. */
final class ProcessRequests {
    private final Asking daemon;

    ProcessRequests(Asking daemon) {
        this.daemon = daemon;
    }

    List<ProcessView> all() {
        return daemon.list(
                "list processes", Asking.at("processes"), "processes", ProcessView::fromJson);
    }

    ProcessView one(String name) {
        return daemon.get("look at " + name, Asking.at("processes", name), ProcessView::fromJson);
    }

    WhyView why(String name) {
        return daemon.get("explain " + name, of(name, "why"), WhyView::fromJson);
    }

    FactsView facts(String name) {
        return daemon.get("look at " + name, of(name, "facts"), FactsView::fromJson);
    }

    UsageView usage(String name, boolean proportional) {
        Target target = of(name, "usage");
        return daemon.get(
                "look at " + name,
                proportional ? target.with("pss", "true") : target,
                UsageView::fromJson);
    }

    List<UsageLineView> usages() {
        return daemon.list(
                "look at what is used", Asking.at("usage"), "processes", UsageLineView::fromJson);
    }

    List<String> select(List<String> patterns) {
        return daemon.get(
                "find " + String.join(" ", patterns),
                Asking.ofNames("select", patterns),
                json -> Members.of(json).texts("names"));
    }

    void signal(String name, String signal) {
        daemon.post(
                "signal " + name,
                of(name, "signal"),
                Members.none().put("signal", signal),
                json -> json);
    }

    void input(String name, byte[] text, boolean end) {
        Target target = of(name, "input");
        daemon.ask(
                "send to " + name,
                "POST",
                end ? target.with("end", "true") : target,
                Optional.of(text),
                json -> json);
    }

    Following<ProcessUpdate> follow() {
        return daemon.listen("watch processes", Asking.at("processes"), ProcessRequests::news);
    }

    Following<ProcessUpdate> followWithUsage() {
        return daemon.listen(
                "watch processes",
                Asking.at("processes").with("usage", "1"),
                ProcessRequests::news);
    }

    private static Optional<ProcessUpdate> news(SseEvent event) {
        return switch (event.event()) {
            case "snapshot" -> Optional.of(new ProcessUpdate.Snapshot(listed(event)));
            case "beat" -> Optional.of(new ProcessUpdate.Beat(listed(event)));
            default ->
                    Asking.ifKind(
                            "process",
                            event,
                            json -> new ProcessUpdate.Changed(ProcessView.fromJson(json)));
        };
    }

    private static List<ProcessView> listed(SseEvent event) {
        return Members.of(JsonText.parse(event.data())).list("processes", ProcessView::fromJson);
    }

    private static Target of(String name, String what) {
        return Asking.at("processes", name, what);
    }
}
