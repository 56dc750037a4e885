package dev.foster.tui.feed;

import java.util.List;
import java.util.Optional;

/**
 * What the screen needs to know beyond what it always does.
 *
 * @param crowd the processes of which a few lines are shown; empty for none
 * @param lines how many of the newest lines of each
 * @param one the process that is looked at
 * @param closely whether all its lines are wanted and all about it, not just its newest lines
 * @param bus whether it matters who listens in the chat
 * @param mcp whether the MCP servers are looked at
 */
public record Wanted(
        List<String> crowd,
        int lines,
        Optional<String> one,
        boolean closely,
        boolean bus,
        boolean mcp) {
    public static final Wanted NOTHING =
            new Wanted(List.of(), 1, Optional.empty(), false, false, false);
    public static final Wanted CHAT =
            new Wanted(List.of(), 1, Optional.empty(), false, true, false);
    public static final Wanted SERVERS =
            new Wanted(List.of(), 1, Optional.empty(), false, false, true);

    public Wanted {
        crowd = List.copyOf(crowd);
    }
}
