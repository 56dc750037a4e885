package dev.foster.sdk;

import dev.foster.plugin.protocol.handshake.MagicCookie;

import java.util.Map;
import java.util.Optional;

/** What somebody reads who started a plugin by hand. */
final class StandaloneNotice {
    private StandaloneNotice() {}

    /** Nothing, when a host started it. */
    static Optional<String> of(MagicCookie cookie, Map<String, String> variables) {
        if (!cookie.complete()) {
            return Optional.of(
                    "cannot serve the plugin: it has no cookie; its author must give one with"
                            + " Plugin.cookie(key, value)");
        }
        if (!cookie.in(variables)) {
            return Optional.of(
                    """
                    This binary is a plugin. It does nothing by itself:
                    a host program starts it and talks to it.
                    Load it into the host it was written for, as that host's manual says.\
                    """);
        }
        return Optional.empty();
    }
}
