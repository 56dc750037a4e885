package dev.foster.tui.world;

/** How this screen stands with the daemon. */
public sealed interface Link {

    /** It has not answered yet. */
    record Waiting() implements Link {}

    record Live() implements Link {}

    /**
     * It is gone, and looked for again.
     *
     * @param why one sentence
     */
    record Lost(String why) implements Link {}
}
