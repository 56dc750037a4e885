package dev.foster.sdk;

import dev.foster.plugin.protocol.hclog.Level;
import dev.foster.plugin.protocol.hclog.LogWriter;

import org.jspecify.annotations.Nullable;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes to the host's log, with a level and named values. The lines go to the standard error the
 * process began with, whatever {@code System.err} is now; each is written whole.
 */
public final class Log {
    /** Where hclog, too, puts a value that has no name. */
    private static final String NAMELESS = "EXTRA_VALUE_AT_END";

    private final Consumer<String> lines;
    private final String module;
    private final Map<String, @Nullable Object> always;

    Log(Consumer<String> lines, String module, Map<String, @Nullable Object> always) {
        this.lines = lines;
        this.module = module;
        this.always = always;
    }

    /** The same log for a part of the plugin. */
    public Log named(String part) {
        return new Log(lines, module.isEmpty() ? part : module + "." + part, always);
    }

    /** The same log with a value that stands on each line. */
    public Log with(String name, @Nullable Object value) {
        var more = new LinkedHashMap<String, @Nullable Object>(always);
        more.put(name, value);
        return new Log(lines, module, more);
    }

    /**
     * Writes one line.
     *
     * @param namesAndValues a name, its value, a name, its value, …
     */
    public void trace(String message, @Nullable Object... namesAndValues) {
        log(Level.TRACE, message, namesAndValues);
    }

    /** As {@link #trace}. */
    public void debug(String message, @Nullable Object... namesAndValues) {
        log(Level.DEBUG, message, namesAndValues);
    }

    /** As {@link #trace}. */
    public void info(String message, @Nullable Object... namesAndValues) {
        log(Level.INFO, message, namesAndValues);
    }

    /** As {@link #trace}. */
    public void warn(String message, @Nullable Object... namesAndValues) {
        log(Level.WARN, message, namesAndValues);
    }

    /** As {@link #trace}. */
    public void error(String message, @Nullable Object... namesAndValues) {
        log(Level.ERROR, message, namesAndValues);
    }

    private void log(Level level, String message, @Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, @Nullable Object>(always);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (i + 1 < namesAndValues.length) {
                fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
            } else {
                fields.put(NAMELESS, namesAndValues[i]);
            }
        }
        lines.accept(
                LogWriter.line(
                        level,
                        module,
                        message,
                        fields,
                        OffsetDateTime.now(ZoneId.systemDefault())));
    }
}
