package dev.foster.plugin;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a plugin stands, for people and programs.
 *
 * @param healthy whether it runs, its last health check was good, and it has not said otherwise
 *     since
 * @param pid while it runs
 * @param protocolVersion what it and the host agreed on, while it runs
 * @param restarts how often it was started again without anybody asking
 * @param since when it came into this state
 * @param error why it is not running though it should, or how it ended last; may be empty
 */
public record PluginStatus(
        String id,
        PluginState state,
        boolean healthy,
        OptionalLong pid,
        OptionalInt protocolVersion,
        int restarts,
        Instant since,
        String error,
        Optional<String> lastExit) {}
