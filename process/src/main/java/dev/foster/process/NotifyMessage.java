package dev.foster.process;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a process said on a {@link NotifySocket}.
 *
 * @param values its assignments, such as {@code READY=1}, by name, in the order they were written
 * @param sender the process that sent it, where the kernel knows
 */
public record NotifyMessage(Map<String, String> values, OptionalLong sender) {

    public NotifyMessage {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Reads lines of the form {@code NAME=VALUE}; other lines are passed over. */
    public static NotifyMessage parse(byte[] datagram, OptionalLong sender) {
        var values = new LinkedHashMap<String, String>();
        for (String line : new String(datagram, StandardCharsets.UTF_8).split("\n", -1)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return new NotifyMessage(values, sender);
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** {@code READY=1}: it has finished starting. */
    public boolean ready() {
        return says("READY");
    }

    /** {@code STOPPING=1}: it has begun to end. */
    public boolean stopping() {
        return says("STOPPING");
    }

    /** {@code WATCHDOG=1}: it is alive, and will say so again. */
    public boolean watchdog() {
        return says("WATCHDOG");
    }

    /** {@code STATUS=…}: what it does now, in its own words. */
    public Optional<String> status() {
        return value("STATUS");
    }

    private boolean says(String name) {
        return "1".equals(values.get(name));
    }
}
