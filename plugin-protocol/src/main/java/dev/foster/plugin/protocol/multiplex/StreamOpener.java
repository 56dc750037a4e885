package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.yamux.YamuxStream;

import java.io.IOException;

/** Opens a stream to a certain server of the peer, again for each new connection of a channel. */
@FunctionalInterface
interface StreamOpener {
    YamuxStream open() throws IOException;
}
