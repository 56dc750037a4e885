package dev.foster.stdio.report;

import dev.foster.stdio.mcp.Era;
import dev.foster.supervise.report.ProcessEvent;

/** Hears what happens to the children of a broker's servers. */
public interface GatewayListener {

    /** A child has been started and greeted. */
    default void childStarted(String server, long pid, Era era) {}

    /** A child ended without being asked to. */
    default void childEnded(String server, String how) {}

    /** A child used more than it may; one that is ended for it is told of as ended, too. */
    default void childOverLimit(ProcessEvent.OverLimit what, long pid) {}

    /** A child wrote a line to standard error. */
    default void childSaid(String server, long pid, String line) {}

    static GatewayListener none() {
        return new GatewayListener() {};
    }
}
