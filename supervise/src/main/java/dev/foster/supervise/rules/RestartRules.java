package dev.foster.supervise.rules;

import dev.foster.process.ChildProblem.Outlook;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.restart.RestartDecision;
import dev.foster.supervise.restart.RestartHistory;
import dev.foster.supervise.rules.ChildState.Backoff;
import dev.foster.supervise.rules.ChildState.GaveUp;
import dev.foster.supervise.rules.ChildState.Idle;
import dev.foster.supervise.spec.Limit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What becomes of a child that ended: its policy decides. */
final class RestartRules {
    private RestartRules() {}

    /**
     * It ended without anybody's asking: what its policy says.
     *
     * @param outlook what is to be expected of the next attempt
     */
    static Step ended(ChildFacts child, boolean failed, Reason why, Outlook outlook, Moment now) {
        ChildFacts settled = child.leaving(Optional.empty());
        if (!child.wanted()) {
            return Step.to(settled.state(new Idle(ChildState.Rest.STOPPED, why)));
        }
        return switch (child.history().ended(child.spec().restart(), failed, outlook, now)) {
            case RestartDecision.Done _ -> done(settled, failed, why);
            case RestartDecision.NotRetried(Reason.Final last) -> {
                var reason = new Reason.NotRetried(why, last);
                yield new Step(
                        settled.state(new Idle(ChildState.Rest.FAILED, reason)),
                        List.of(
                                new Effect.Tell(
                                        new ProcessEvent.Failed(child.id(), reason, false))),
                        Step.Verdict.GAVE_UP);
            }
            case RestartDecision.GaveUp(RestartHistory next, int restarts, Limit limit) -> {
                var reason = new Reason.LimitReached(why, restarts, limit);
                yield new Step(
                        settled.history(next).state(new GaveUp(reason, true)),
                        List.of(new Effect.Tell(new ProcessEvent.GaveUp(child.id(), reason))),
                        Step.Verdict.GAVE_UP);
            }
            case RestartDecision.Again(RestartHistory next, Duration wait) -> {
                // What others have used up says nothing about its group either.
                boolean shortage = outlook == Outlook.SHORTAGE;
                var reason = new Reason.Retried(why, next.failures(), failed || shortage);
                yield new Step(
                        settled.history(next)
                                .state(new Backoff(now.nanos() + wait.toNanos(), reason)),
                        List.of(
                                new Effect.Tell(
                                        new ProcessEvent.Restarting(child.id(), reason, wait))),
                        shortage ? Step.Verdict.NOTHING : Step.Verdict.RESTARTS);
            }
        };
    }

    private static Step done(ChildFacts child, boolean failed, Reason why) {
        ChildState.Rest rest = failed ? ChildState.Rest.FAILED : ChildState.Rest.COMPLETED;
        return Step.to(
                child.state(new Idle(rest, why)),
                new Effect.Tell(
                        failed
                                ? new ProcessEvent.Failed(child.id(), why, true)
                                : new ProcessEvent.Completed(child.id(), why)));
    }
}
