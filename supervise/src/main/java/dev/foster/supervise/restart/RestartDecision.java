package dev.foster.supervise.restart;

import dev.foster.supervise.report.Reason;
import dev.foster.supervise.spec.Limit;

import java.time.Duration;

/** What becomes of one that ended by itself. */
public sealed interface RestartDecision {

    /** It stays down: after such an end its policy wants no restart. */
    record Done() implements RestartDecision {}

    /** It stays down: it has never worked, and is not tried again. */
    record NotRetried(Reason.Final why) implements RestartDecision {}

    /**
     * It is started again.
     *
     * @param history what is known of it from now on
     * @param delay before its next start
     */
    record Again(RestartHistory history, Duration delay) implements RestartDecision {}

    /**
     * It stays down: one more restart would be more than its limit.
     *
     * @param restarts how many there were within that
     */
    record GaveUp(RestartHistory history, int restarts, Limit limit) implements RestartDecision {}
}
