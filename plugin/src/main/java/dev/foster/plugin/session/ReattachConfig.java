package dev.foster.plugin.session;

import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.transport.Address;

import java.util.Map;
import java.util.Objects;

/**
 * How to attach to a plugin that runs already.
 *
 * @param protocol what it speaks
 * @param version of the application's protocol; 0 where whoever wrote this did not know
 * @param pid its process
 * @param test it serves for a test and belongs to somebody else: it is never ended
 * @param address where it listens
 */
public record ReattachConfig(
        Protocol protocol, int version, long pid, boolean test, Address address) {

    public ReattachConfig {
        Objects.requireNonNull(protocol);
        Objects.requireNonNull(address);
    }

    /** This one as JSON, as the only plugin and under this name; see {@link #text(Map)}. */
    public String text(String name) {
        return text(Map.of(name, this));
    }

    /** Plugins by their names in the JSON that Terraform made common. */
    public static String text(Map<String, ReattachConfig> plugins) {
        return ReattachText.write(plugins);
    }

    /**
     * Reads what {@link #text(Map)} and others write.
     *
     * @throws IllegalArgumentException when it is something else; the message is for people
     */
    public static Map<String, ReattachConfig> read(String text) {
        return ReattachText.read(text);
    }
}
