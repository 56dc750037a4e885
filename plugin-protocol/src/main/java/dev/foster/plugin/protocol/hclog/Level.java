package dev.foster.plugin.protocol.hclog;

import java.util.Locale;
import java.util.Optional;

/** How much a log entry matters, least first. */
public enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR;

    /** The word in a structured line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The level of that name, whatever its case and the space around it. */
    public static Optional<Level> of(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "trace" -> Optional.of(TRACE);
            case "debug" -> Optional.of(DEBUG);
            case "info" -> Optional.of(INFO);
            case "warn" -> Optional.of(WARN);
            case "error" -> Optional.of(ERROR);
            default -> Optional.empty();
        };
    }

    /** The level that a line of plain text claims in its first column, as in {@code [WARN] …}. */
    static Optional<Level> claimedBy(String line) {
        for (Level level : values()) {
            if (line.startsWith("[" + level.name() + "]")) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
