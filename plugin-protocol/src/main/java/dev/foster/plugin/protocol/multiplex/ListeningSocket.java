package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.transport.SocketFile;
import dev.foster.plugin.protocol.transport.TransportProblem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A socket that waits for a connection without gRPC on it; its file goes with it. */
record ListeningSocket(ServerSocketChannel channel, Address address, @Nullable SocketFile file)
        implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    static ListeningSocket bind(ListenPlace place) {
        return switch (place) {
            case ListenPlace.SocketDirectory in -> inDirectory(in);
            case ListenPlace.Ports ports -> onPort(ports);
            case ListenPlace.At at -> at(at.address());
        };
    }

    private static ListeningSocket inDirectory(ListenPlace.SocketDirectory place) {
        ListeningSocket bound =
                at(Address.unix(SocketFile.unused(place.directory().toAbsolutePath())));
        try {
            if (bound.file != null && place.group().isPresent()) {
                bound.file.openTo(place.group().get());
            }
            return bound;
        } catch (ProtocolException noGroup) {
            bound.close();
            throw noGroup;
        }
    }

    private static ListeningSocket onPort(ListenPlace.Ports ports) {
        for (int port = ports.lowest(); port <= ports.highest(); port++) {
            try {
                return at(Address.tcp(LOOPBACK, port));
            } catch (ProtocolException taken) {
                if (!(taken.problem() instanceof TransportProblem.CannotBind)) {
                    throw taken;
                }
            }
        }
        throw new ProtocolException(
                new TransportProblem.NoFreePort(ports.lowest(), ports.highest()));
    }

    private static ListeningSocket at(Address wanted) {
        SocketAddress socket = wanted.resolve();
        try {
            ServerSocketChannel channel =
                    socket instanceof UnixDomainSocketAddress
                            ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                            : ServerSocketChannel.open();
            try {
                channel.bind(socket);
                SocketFile file =
                        wanted instanceof Address.Unix unix ? SocketFile.bound(unix.path()) : null;
                return new ListeningSocket(channel, actual(wanted, channel), file);
            } catch (IOException | RuntimeException refused) {
                channel.close();
                throw refused;
            }
        } catch (IOException refused) {
            throw new ProtocolException(
                    new TransportProblem.CannotBind(
                            wanted.text(), String.valueOf(refused.getMessage())),
                    refused);
        }
    }

    /** With the port that was given where any would do. */
    private static Address actual(Address wanted, ServerSocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof InetSocketAddress bound
                        && wanted instanceof Address.Tcp tcp
                ? Address.tcp(tcp.host(), bound.getPort())
                : wanted;
    }

    SocketChannel accept() throws IOException {
        return channel.accept();
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
        try {
            channel.close();
        } catch (IOException alreadyBroken) {
            // Nobody listens any more, which is what was asked for.
        }
    }
}
