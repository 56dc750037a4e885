package dev.foster.http;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The other end of a connection.
 *
 * @param name the user behind a unix socket, or the address behind TCP
 * @param localPort our port it came to; empty for a unix socket
 */
public record Peer(String name, OptionalInt localPort) {

    /** The same for all connections from one address, or of one user. */
    public String place() {
        int colon = localPort.isPresent() ? name.lastIndexOf(':') : -1;
        return colon < 0 ? name : name.substring(0, colon);
    }

    static Peer of(SocketChannel channel) throws IOException {
        if (channel.getLocalAddress() instanceof InetSocketAddress local
                && channel.getRemoteAddress() instanceof InetSocketAddress remote) {
            return new Peer(
                    remote.getAddress().getHostAddress() + ":" + remote.getPort(),
                    OptionalInt.of(local.getPort()));
        }
        return new Peer(user(channel).orElse("somebody"), OptionalInt.empty());
    }

    private static Optional<String> user(SocketChannel channel) {
        try {
            return Optional.of(
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName());
        } catch (IOException | UnsupportedOperationException unknown) {
            // It serves the journal only; who may connect is decided by the socket's file mode.
            return Optional.empty();
        }
    }
}
