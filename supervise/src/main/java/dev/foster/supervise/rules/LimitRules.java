package dev.foster.supervise.rules;

import dev.foster.process.Exit;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.LimitRule.Then;

import java.util.Optional;

/** What becomes of a child that uses more than it may. */
final class LimitRules {
    private LimitRules() {}

    static Step over(ChildFacts child, TreeInput.OverLimit event, Moment now) {
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
        var told = new ProcessEvent.OverLimit(child.id(), event.excess(), event.then());
        if (event.then() == Then.REPORT) {
            return Step.to(child, new Effect.Tell(told));
        }
        // One that only waits for its dependants to go does not wait any longer; whoever stops it
        // decides what comes next.
        Cause cause = child.leaving().orElse(Cause.OVER_LIMIT);
        Reason why =
                child.leaving()
                        .map(Cause::reason)
                        .orElseGet(() -> new Reason.OverLimit(event.excess(), event.then()));
        boolean kill = event.then() == Then.KILL;
        return ChildRules.with(ChildRules.beginStop(child, up.pid(), cause, why, kill, now), told);
    }

    /** What people are told when it was the kernel that ended it for a limit. */
    static Optional<ProcessEvent> ended(ChildFacts child, Exit exit) {
        return exit.overLimit()
                .map(excess -> new ProcessEvent.OverLimit(child.id(), excess, Then.KILL));
    }
}
