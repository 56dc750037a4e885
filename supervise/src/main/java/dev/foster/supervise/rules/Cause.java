package dev.foster.supervise.rules;

import dev.foster.supervise.report.Reason;

import java.util.Optional;

/** Why a run ends. */
public enum Cause {
    /** Somebody wanted it down. */
    ASKED(Reason.Order.STOP),
    /** Somebody wanted it restarted, or its file changed. */
    RESTART(Reason.Order.RESTART),
    /** Its understudy has taken over. */
    REPLACED(Reason.Order.REPLACED),
    /** Its liveness probe failed too often. */
    UNHEALTHY,
    /** It did not become ready in time. */
    NOT_READY,
    /** It used more than it may. */
    OVER_LIMIT,
    /** A member of its group failed, and they share their fate. */
    GROUP(Reason.Order.GROUP_RESTART),
    /** Its group failed too often. */
    GROUP_FAILED(Reason.Order.GROUP_FAILED),
    /** It ended by itself; what it left behind is being ended. */
    ENDED,
    /** The same, and so will every run until somebody changes something. */
    ENDED_FOR_GOOD;

    private final Optional<Reason.Order> order;

    /** What the run did itself; why is known with the run. */
    Cause() {
        this.order = Optional.empty();
    }

    /** What came from outside. */
    Cause(Reason.Order order) {
        this.order = Optional.of(order);
    }

    /** Whether it ended without anybody's doing. */
    boolean byItself() {
        return this == ENDED || this == ENDED_FOR_GOOD;
    }

    /** What can be said without knowing the run. */
    Reason reason() {
        return order.<Reason>map(Reason.Ordered::new).orElseGet(Reason::none);
    }
}
