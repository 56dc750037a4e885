package dev.foster.stdio.report;

import dev.foster.stdio.mcp.Era;

/** Hears what happens to the children of a broker's servers. */
public interface BrokerListener {

    /** A child has been started and greeted. */
    default void childStarted(String server, long pid, Era era) {}

    /** A child ended without being asked to. */
    default void childEnded(String server, String how) {}

    /** A child wrote a line to standard error. */
    default void childSaid(String server, long pid, String line) {}

    static BrokerListener none() {
        return new BrokerListener() {};
    }
}
