package dev.foster.supervise.rules;

/** Why a run ends. */
public enum Cause {
    /** Somebody wanted it down. */
    ASKED("stop asked"),
    /** Somebody wanted it restarted, or its file changed. */
    RESTART("restart asked"),
    /** Its understudy has taken over. */
    REPLACED("replaced"),
    /** Its liveness probe failed too often. */
    UNHEALTHY("unhealthy"),
    /** It did not become ready in time. */
    NOT_READY("not ready in time"),
    /** It used more than it may. */
    OVER_LIMIT("over its limit"),
    /** A member of its group failed, and they share their fate. */
    GROUP("its group restarts"),
    /** Its group failed too often. */
    GROUP_FAILED("its group failed"),
    /** It ended by itself; what it left behind is being ended. */
    ENDED("ended by itself"),
    /** The same, and so will every run until somebody changes something. */
    ENDED_FOR_GOOD("ended by itself");

    private final String words;

    Cause(String words) {
        this.words = words;
    }

    /** Whether it ended without anybody's doing. */
    boolean byItself() {
        return this == ENDED || this == ENDED_FOR_GOOD;
    }

    String words() {
        return words;
    }

    /** What people are told while it ends; why it was over its limit they have just been told. */
    String announced(String why) {
        return this == OVER_LIMIT ? words : why;
    }
}
