package dev.foster.plugin;

import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildStream;

/**
 * Receives what plugins say. None of its methods may block.
 *
 * <p>A plugin has three voices: its log (standard error), what it prints by the means of its
 * language, and what reaches its bare standard output after the handshake.
 */
public interface PluginLog {

    void logged(String id, LogEntry entry);

    /**
     * What it wrote to its standard error, as it was.
     *
     * @param end whether a line ended with it; a very long one comes in pieces
     */
    default void complained(String id, byte[] bytes, boolean end) {}

    /** Pieces of any size, not lines. */
    default void printed(String id, ChildStream stream, byte[] data) {}

    default void wrote(String id, String line) {}

    /** What is done before a start, such as building an environment. */
    default void progress(String id, String line) {}

    /** To the loggers {@code plugin.<id>} of this program. */
    static PluginLog toSystemLogger() {
        return new SystemPluginLog();
    }
}
