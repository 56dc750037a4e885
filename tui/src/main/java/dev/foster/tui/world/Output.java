package dev.foster.tui.world;

import java.util.List;

/**
 * What is known of a process's output.
 *
 * @param lines the oldest first; a gap is a line of Foster's
 * @param whole whether the daemon has no older ones
 */
public record Output(List<LogLine> lines, boolean whole) {
    public static final Output NONE = new Output(List.of(), false);

    public Output {
        lines = List.copyOf(lines);
    }
}
