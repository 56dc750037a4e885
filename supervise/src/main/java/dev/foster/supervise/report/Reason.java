package dev.foster.supervise.report;

import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;

import java.time.Duration;

/** Why a process is in its state, or why a run ends: what is known, not how it is said. */
public sealed interface Reason {

    /** There is nothing to say. */
    record None() implements Reason {}

    /** It is to end, whatever it does. */
    record Ordered(Order order) implements Reason {}

    /** What ends a run from outside. */
    enum Order {
        /** Somebody wanted it down. */
        STOP,
        /** Somebody wanted it restarted, or its file changed. */
        RESTART,
        /** Its understudy has taken over. */
        REPLACED,
        /** A member of its group failed, and they share their fate. */
        GROUP_RESTART,
        /** Its group failed too often. */
        GROUP_FAILED
    }

    /** It ended by itself. */
    record Exited(Exit exit) implements Reason {}

    /** It ended by itself, and its attendant knows why. */
    record Diagnosed(String why) implements Reason {}

    /** There was no process. */
    record NotStarted(String why) implements Reason {}

    /** Its liveness probe failed too often, or its attendant found that something is wrong. */
    record Unhealthy(String why) implements Reason {}

    /** It did not become ready in time. */
    record NotReady(Duration within) implements Reason {}

    /** It was not ready yet, and its attendant found that something is wrong. */
    record Refused(String why) implements Reason {}

    /** It used more than it may. */
    record OverLimit(Excess excess, LimitRule.Then then) implements Reason {}

    /** It may not start yet. */
    record Waits(Obstacle obstacle) implements Reason {}

    /** It did not go, not even when killed. */
    record Stuck() implements Reason {}

    /**
     * It ended, and will be started again.
     *
     * @param failures how often that has happened in a row
     * @param failed whether it did not end well
     */
    record Retried(Reason ended, int failures, boolean failed) implements Reason {}

    /** It failed, and will not be started again. */
    record NotRetried(Reason ended, Final why) implements Reason {}

    /** Why a first failure is the last. */
    enum Final {
        /** It was never ready, and its first start is not retried. */
        FIRST_START,
        /** It does not heal by itself. */
        IN_VAIN
    }

    /** It failed more often than it may. */
    record LimitReached(Reason ended, int restarts, Limit limit) implements Reason {}

    static Reason none() {
        return new None();
    }

    /** What ended the run, without what follows from it. */
    default Reason origin() {
        return switch (this) {
            case Retried(Reason ended, int _, boolean _) -> ended.origin();
            case NotRetried(Reason ended, Final _) -> ended.origin();
            case LimitReached(Reason ended, int _, Limit _) -> ended.origin();
            case None _,
                    Ordered _,
                    Exited _,
                    Diagnosed _,
                    NotStarted _,
                    Unhealthy _,
                    NotReady _,
                    Refused _,
                    OverLimit _,
                    Waits _,
                    Stuck _ ->
                    this;
        };
    }

    /** Whether it used more than it may, whoever noticed. */
    default boolean overLimit() {
        return switch (origin()) {
            case OverLimit _ -> true;
            case Exited(Exit exit) -> exit.overLimit().isPresent();
            default -> false;
        };
    }

    /** One phrase for people; empty when there is nothing to say. */
    default String text() {
        return Sentences.of(this);
    }
}
