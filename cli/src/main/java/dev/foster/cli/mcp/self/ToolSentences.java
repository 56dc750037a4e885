package dev.foster.cli.mcp.self;

import dev.foster.cli.LineTimes;
import dev.foster.control.ActionResult;
import dev.foster.control.Amounts;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.ProcessView;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the daemon says, in words. */
final class ToolSentences {
    private ToolSentences() {}

    static String of(ProcessView view) {
        var parts = new ArrayList<String>();
        parts.add(view.state().word());
        parts.add(view.ready() ? "ready" : "not ready");
        view.pid().ifPresent(pid -> parts.add("pid " + pid));
        view.uptimeMs()
                .ifPresent(time -> parts.add("up " + Amounts.elapsed(Duration.ofMillis(time))));
        parts.add(view.restarts() == 1 ? "1 restart" : view.restarts() + " restarts");
        view.exit().ifPresent(exit -> parts.add("last ended with " + exit));
        view.reason().ifPresent(parts::add);
        return view.name() + ": " + String.join(", ", parts);
    }

    static String of(EventView event) {
        return LineTimes.time(event.at())
                + " "
                + event.process().map(name -> name + ": ").orElse("")
                + event.sentence();
    }

    static String of(FactsView facts) {
        var lines = new ArrayList<String>();
        lines.add(facts.name() + ": " + String.join(" ", facts.command()));
        lines.add("in " + facts.directory());
        if (!facts.environment().isEmpty()) {
            lines.add("variables: " + String.join(", ", facts.environment()));
        }
        facts.settings().forEach((name, phrase) -> lines.add(name + ": " + phrase));
        facts.runs()
                .forEach(
                        run ->
                                lines.add(
                                        "run "
                                                + run.run()
                                                + " from "
                                                + LineTimes.time(run.startedAt())
                                                + run.exit().map(exit -> ": " + exit).orElse("")));
        return String.join("\n", lines);
    }

    static String of(String action, ActionResult result) {
        var parts = new ArrayList<String>();
        if (!result.changed().isEmpty()) {
            parts.add(action + " has begun for " + String.join(", ", result.changed()) + ".");
        }
        if (!result.unchanged().isEmpty()) {
            parts.add("Already so: " + String.join(", ", result.unchanged()) + ".");
        }
        parts.addAll(result.notes());
        return parts.isEmpty() ? "Nothing to do." : String.join("\n", List.copyOf(parts));
    }
}
