package dev.foster.supervise.rules;

import dev.foster.process.Problem.Outlook;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.rules.ChildState.Backoff;
import dev.foster.supervise.rules.ChildState.GaveUp;
import dev.foster.supervise.rules.ChildState.Idle;

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
        boolean again =
                switch (child.spec().restart().when()) {
                    case NO -> false;
                    case ON_FAILURE -> failed;
                    case ALWAYS, UNLESS_STOPPED -> true;
                };
        Optional<Reason.Final> end =
                again && failed ? endsAtFirst(child, outlook) : Optional.empty();
        if (end.isPresent()) {
            var reason = new Reason.NotRetried(why, end.get());
            return new Step(
                    settled.state(new Idle(ChildState.Rest.FAILED, reason)),
                    List.of(new Effect.Tell(new Happening.Failed(child.id(), reason, false))),
                    Step.Verdict.GAVE_UP);
        }
        if (again) {
            // What others have used up says nothing about this process, nor about its group.
            return outlook == Outlook.SHORTAGE
                    ? backOff(settled, settled.restarts(), true, why, Step.Verdict.NOTHING, now)
                    : restart(settled, failed, why, now);
        }
        ChildState.Rest rest = failed ? ChildState.Rest.FAILED : ChildState.Rest.COMPLETED;
        return Step.to(
                settled.state(new Idle(rest, why)),
                new Effect.Tell(
                        failed
                                ? new Happening.Failed(child.id(), why, true)
                                : new Happening.Completed(child.id(), why)));
    }

    /**
     * Why a first start that failed is the last. One that was ready before is tried again whatever
     * it is: its files may just be on their way from one version to the next.
     */
    private static Optional<Reason.Final> endsAtFirst(ChildFacts child, Outlook outlook) {
        if (child.proven()) {
            return Optional.empty();
        }
        return switch (child.spec().restart().firstStart()) {
            case FAIL -> Optional.of(Reason.Final.FIRST_START);
            case AUTO ->
                    outlook == Outlook.LASTING
                            ? Optional.of(Reason.Final.IN_VAIN)
                            : Optional.empty();
            case RETRY -> Optional.empty();
        };
    }

    private static Step restart(ChildFacts child, boolean failed, Reason why, Moment now) {
        var policy = child.spec().restart();
        List<Long> recent =
                policy.limit()
                        .map(limit -> Window.within(child.restarts(), limit, now.nanos()))
                        .orElse(List.of());
        if (policy.limit().isPresent() && recent.size() >= policy.limit().get().count()) {
            var reason = new Reason.LimitReached(why, recent.size(), policy.limit().get().within());
            return new Step(
                    child.failed(child.failures() + 1, recent).state(new GaveUp(reason, true)),
                    List.of(new Effect.Tell(new Happening.GaveUp(child.id(), reason))),
                    Step.Verdict.GAVE_UP);
        }
        List<Long> times =
                policy.limit().isPresent() ? Window.plus(recent, now.nanos()) : List.of();
        return backOff(child, times, failed, why, Step.Verdict.RESTARTS, now);
    }

    /**
     * It waits for its next start.
     *
     * @param times when it was restarted, as far as that counts for its limit
     * @param verdict what it means for its group
     */
    private static Step backOff(
            ChildFacts child,
            List<Long> times,
            boolean failed,
            Reason why,
            Step.Verdict verdict,
            Moment now) {
        int failures = child.failures() + 1;
        Duration wait = child.spec().restart().backoff().wait(failures, now.chance());
        var reason = new Reason.Retried(why, failures, failed);
        ChildFacts next =
                child.failed(failures, times)
                        .state(new Backoff(now.nanos() + wait.toNanos(), reason));
        return new Step(
                next,
                List.of(new Effect.Tell(new Happening.Restarting(child.id(), reason, wait))),
                verdict);
    }
}
