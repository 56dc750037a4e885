package dev.foster.stdio.http;

import dev.foster.stdio.report.SessionFacts;

/** Hears what happens at a front, for the journal and for figures; must be quick. */
public interface FrontListener {

    default void sessionOpened(SessionFacts session) {}

    default void sessionEnded(SessionFacts session, String why) {}

    /**
     * Somebody came with a wrong token; told of some of them only.
     *
     * @param place the address
     * @param others how many more there were since the last that was told
     */
    default void wrongToken(String place, long others) {}

    /**
     * A request was answered.
     *
     * @param method one of MCP's own, or {@code other}: clients cannot make up figures
     * @param ok whether the answer was a result
     */
    default void answered(String server, String method, long nanos, boolean ok) {}

    /** One that does not listen. */
    static FrontListener none() {
        return new FrontListener() {};
    }
}
