package dev.foster.plugin;

import dev.foster.plugin.protocol.hclog.Level;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildStream;

import java.nio.charset.StandardCharsets;

/** Writes what plugins say to the loggers of this program, one for each plugin. */
final class SystemPluginLog implements PluginLog {

    private static System.Logger logger(String id) {
        return System.getLogger("plugin." + id);
    }

    @Override
    public void logged(String id, LogEntry entry) {
        System.Logger logger = logger(id);
        System.Logger.Level level = level(entry.level());
        if (!logger.isLoggable(level)) {
            return;
        }
        var text = new StringBuilder(entry.message());
        entry.fields()
                .forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
        logger.log(level, text.toString());
    }

    private static System.Logger.Level level(Level level) {
        return switch (level) {
            case TRACE -> System.Logger.Level.TRACE;
            case DEBUG -> System.Logger.Level.DEBUG;
            case INFO -> System.Logger.Level.INFO;
            case WARN -> System.Logger.Level.WARNING;
            case ERROR -> System.Logger.Level.ERROR;
        };
    }

    @Override
    public void printed(String id, ChildStream stream, byte[] data) {
        logger(id)
                .log(
                        System.Logger.Level.INFO,
                        () -> new String(data, StandardCharsets.UTF_8).stripTrailing());
    }

    @Override
    public void wrote(String id, String line) {
        logger(id).log(System.Logger.Level.DEBUG, () -> line);
    }

    @Override
    public void progress(String id, String line) {
        logger(id).log(System.Logger.Level.INFO, () -> line);
    }
}
