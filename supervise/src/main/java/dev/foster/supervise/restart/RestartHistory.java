package dev.foster.supervise.restart;

import dev.foster.process.ChildProblem.Outlook;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.RestartDecision.Again;
import dev.foster.supervise.restart.RestartDecision.Done;
import dev.foster.supervise.restart.RestartDecision.GaveUp;
import dev.foster.supervise.restart.RestartDecision.NotRetried;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How one that is started again fared so far, and what that means for its next end. Pure: whoever
 * starts it keeps this, says what happened, and does what is decided.
 *
 * @param failures in a row, for the backoff
 * @param restarts when it was restarted, as far back as its limit looks
 * @param proven whether it has worked since somebody asked for it
 */
public record RestartHistory(int failures, List<Long> restarts, boolean proven) {
    private static final RestartHistory NONE = new RestartHistory(0, List.of(), false);

    public RestartHistory {
        restarts = List.copyOf(restarts);
    }

    /** Of one that was never started. */
    public static RestartHistory none() {
        return NONE;
    }

    /** It works: from now on its failures are not those of a first start. */
    public RestartHistory worked() {
        return new RestartHistory(failures, restarts, true);
    }

    /** Its next start is one that somebody asked for. */
    public RestartHistory unproven() {
        return new RestartHistory(failures, restarts, false);
    }

    /** As if it had never failed. */
    public RestartHistory forgotten() {
        return new RestartHistory(0, List.of(), proven);
    }

    /** It has all its restarts again, but waits as long as it would have. */
    public RestartHistory unlimited() {
        return new RestartHistory(failures, List.of(), proven);
    }

    /**
     * When its failures are forgiven, if it is up until then; who did not fail has nothing to be
     * forgiven.
     *
     * @param since when it began to be up
     */
    public long forgivenAt(RestartPolicy policy, long since) {
        return failures == 0 ? Moment.NEVER : since + policy.resetAfter().toNanos();
    }

    /** It was up for long enough: the backoff begins anew, and a limit that counts in a row. */
    public RestartHistory forgiven(RestartPolicy policy) {
        boolean row = policy.limit().filter(Limit::isInARow).isPresent();
        return new RestartHistory(0, row ? List.of() : restarts, proven);
    }

    /** What is known of it after it was up for so long. */
    public RestartHistory afterBeingUp(RestartPolicy policy, Duration lifetime) {
        return forgivenAt(policy, 0) <= lifetime.toNanos() ? forgiven(policy) : this;
    }

    /** How long it waits for its next start, if it is one that failed. */
    public Duration backoff(RestartPolicy policy, Moment now) {
        return policy.backoff().wait(Math.max(1, failures), now.chance());
    }

    /**
     * It ended without anybody's asking.
     *
     * @param outlook what is to be expected of the next attempt
     */
    public RestartDecision ended(
            RestartPolicy policy, boolean failed, Outlook outlook, Moment now) {
        boolean again =
                switch (policy.when()) {
                    case NO -> false;
                    case ON_FAILURE -> failed;
                    case ALWAYS, UNLESS_STOPPED -> true;
                };
        if (!again) {
            return new Done();
        }
        Optional<Reason.Final> end = failed ? endsAtFirst(policy, outlook) : Optional.empty();
        if (end.isPresent()) {
            return new NotRetried(end.get());
        }
        // What others have used up says nothing about this one.
        return outlook == Outlook.SHORTAGE || policy.limit().isEmpty()
                ? again(policy, restarts, now)
                : limited(policy, policy.limit().get(), now);
    }

    /**
     * Why a first start that failed is the last. One that has worked before is tried again whatever
     * it is: its files may just be on their way from one version to the next.
     */
    private Optional<Reason.Final> endsAtFirst(RestartPolicy policy, Outlook outlook) {
        if (proven) {
            return Optional.empty();
        }
        return switch (policy.firstStart()) {
            case FAIL -> Optional.of(Reason.Final.FIRST_START);
            case AUTO ->
                    outlook == Outlook.LASTING
                            ? Optional.of(Reason.Final.IN_VAIN)
                            : Optional.empty();
            case RETRY -> Optional.empty();
        };
    }

    private RestartDecision limited(RestartPolicy policy, Limit limit, Moment now) {
        List<Long> recent = Window.within(restarts, limit, now.nanos());
        return recent.size() >= limit.count()
                ? new GaveUp(new RestartHistory(failures + 1, recent, proven), recent.size(), limit)
                : again(policy, Window.plus(recent, now.nanos()), now);
    }

    private Again again(RestartPolicy policy, List<Long> times, Moment now) {
        var next = new RestartHistory(failures + 1, times, proven);
        return new Again(next, next.backoff(policy, now));
    }
}
