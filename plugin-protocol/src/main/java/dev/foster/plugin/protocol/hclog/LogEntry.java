package dev.foster.plugin.protocol.hclog;

import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One thing a plugin said in its log.
 *
 * @param level how much it matters
 * @param message the text, or the whole line where it has no structure
 * @param fields what stands beside the message, in the order of the line; a value that is not a
 *     string is its JSON text
 * @param time when the plugin said it, where the line tells
 */
public record LogEntry(
        Level level, String message, Map<String, String> fields, Optional<OffsetDateTime> time) {

    public LogEntry {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** A line without structure. */
    static LogEntry text(Level level, String line) {
        return new LogEntry(level, line, Map.of(), Optional.empty());
    }
}
