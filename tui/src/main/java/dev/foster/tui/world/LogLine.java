package dev.foster.tui.world;

import java.time.Instant;

/**
 * One line of output.
 *
 * @param text as the process wrote it, with whatever control characters that had
 * @param cursor its place: greater than that of every earlier line
 */
public record LogLine(Instant at, Voice voice, String text, long cursor) {

    /** Who said it. */
    public enum Voice {
        OUTPUT,
        ERROR,
        /** Foster, about the process: a gap, an exit. */
        FOSTER
    }
}
