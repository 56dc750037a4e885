package dev.foster.plugin.protocol.handshake;

import java.util.Map;

/**
 * The variable by which a program knows that a host started it, and not somebody at a terminal. It
 * keeps people from mistakes; it is no secret.
 *
 * @param key the name of the variable, which host and plugin agreed on
 * @param value what it is set to
 */
public record MagicCookie(String key, String value) {

    /** Whether host and plugin can have agreed on it at all. */
    public boolean complete() {
        return !key.isEmpty() && !value.isEmpty();
    }

    /** Whether the host that made this environment means this plugin. */
    public boolean in(Map<String, String> environment) {
        return complete() && value.equals(environment.get(key));
    }
}
