package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.yamux.YamuxOptions;

import java.time.Duration;

/**
 * The limits of a {@link Trunk}.
 *
 * @param firstConnection how long a plugin waits for the host's connection, from the moment it
 *     serves
 * @param streams the limits of the session on it
 */
public record TrunkOptions(Duration firstConnection, YamuxOptions streams) {

    public static TrunkOptions ofDefaults() {
        return new TrunkOptions(Duration.ofSeconds(5), YamuxOptions.ofDefaults());
    }

    public TrunkOptions withFirstConnection(Duration limit) {
        return new TrunkOptions(limit, streams);
    }
}
