package dev.foster.daemon.follow;

import dev.foster.control.LogLineView;

import java.util.List;

/** How much of the logs is in memory at once, however much somebody wants to read. */
public final class LogPage {
    /** At most so many lines. */
    public static final int LINES = 1000;

    /** No further line once there are so many characters. */
    public static final long CHARACTERS =
            Math.clamp(Runtime.getRuntime().maxMemory() / 128, 64 << 10, 4 << 20);

    private LogPage() {}

    /** Whether there may be more behind these. */
    public static boolean isFull(List<LogLineView> lines) {
        return lines.size() >= LINES
                || lines.stream().mapToLong(line -> line.text().length()).sum() >= CHARACTERS;
    }
}
