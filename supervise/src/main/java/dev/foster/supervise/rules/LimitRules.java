package dev.foster.supervise.rules;

import static dev.foster.supervise.rules.Telling.tell;

import dev.foster.process.Exit;
import dev.foster.supervise.report.Happening.Kind;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.LimitRule.Then;

import java.util.Map;
import java.util.Optional;

/** What becomes of a child that uses more than it may. */
final class LimitRules {
    private LimitRules() {}

    static Step over(ChildFacts child, Event.OverLimit event, Moment now) {
        // What is being ended anyway need not be given the time to use more; one that is over its
        // limit was killed when that was found.
        if (child.state() instanceof Stopping stopping
                && event.then() == Then.KILL
                && stopping.cause() != Cause.OVER_LIMIT) {
            return Step.to(child, new Effect.Stop(child.name(), child.run(), true));
        }
        if (!(child.state() instanceof Up up)) {
            return Step.to(child);
        }
        return switch (event.then()) {
            case REPORT -> Step.to(child, told(child, event, event.why()));
            case STOP -> end(child, up, event, "stopped: " + event.why(), now);
            case KILL -> end(child, up, event, "killed: " + event.why(), now);
        };
    }

    private static Step end(
            ChildFacts child, Up up, Event.OverLimit event, String why, Moment now) {
        boolean kill = event.then() == Then.KILL;
        // One that only waits for its dependants to go does not wait any longer; whoever stops it
        // decides what comes next.
        Cause cause = child.leaving().orElse(Cause.OVER_LIMIT);
        String reason = child.leaving().map(Cause::words).orElse(why);
        return ChildRules.with(
                ChildRules.beginStop(child, up.pid(), cause, reason, kill, now),
                told(child, event, why));
    }

    /** What people are told when it was the kernel that ended it for a limit. */
    static Optional<Effect> ended(ChildFacts child, Exit exit) {
        return exit.overLimit()
                .map(
                        why ->
                                tell(
                                        Kind.OVER_LIMIT,
                                        child,
                                        exit.describe(),
                                        Map.of(
                                                "resource",
                                                why.split(" ", 2)[0],
                                                "then",
                                                Then.KILL.word())));
    }

    private static Effect told(ChildFacts child, Event.OverLimit event, String text) {
        return tell(
                Kind.OVER_LIMIT,
                child,
                text,
                Map.of("resource", event.resource(), "then", event.then().word()));
    }
}
