package dev.foster.tui.world;

/** How this screen stands with the daemon. */
public sealed interface DaemonLink {

    /** It has not answered yet. */
    record Waiting() implements DaemonLink {}

    record Live() implements DaemonLink {}

    /**
     * It is gone, and looked for again.
     *
     * @param why one sentence
     */
    record Lost(String why) implements DaemonLink {}
}
