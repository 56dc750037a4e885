package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.Place;
import dev.foster.plugin.protocol.transport.TransportProblem;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.concurrent.ThreadLocalRandom;

/** A socket that waits for a connection without gRPC on it; its file goes with it. */
record ListeningSocket(ServerSocketChannel channel, Address address) implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    static ListeningSocket bind(Place place) {
        return switch (place) {
            case Place.SocketDirectory in -> inDirectory(in);
            case Place.Ports ports -> onPort(ports);
            case Place.At at -> at(at.address());
        };
    }

    private static ListeningSocket inDirectory(Place.SocketDirectory place) {
        String number = Integer.toUnsignedString(ThreadLocalRandom.current().nextInt());
        Path path = place.directory().toAbsolutePath().resolve("plugin" + number);
        ListeningSocket bound = at(Address.unix(path));
        try {
            if (place.group().isPresent()) {
                openTo(place.group().get(), path);
            }
            return bound;
        } catch (ProtocolException noGroup) {
            bound.close();
            throw noGroup;
        }
    }

    private static void openTo(String group, Path path) {
        try {
            var principal =
                    path.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName(group);
            Files.getFileAttributeView(path, PosixFileAttributeView.class).setGroup(principal);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw----"));
        } catch (UserPrincipalNotFoundException unknown) {
            throw new ProtocolException(new TransportProblem.UnknownGroup(group), unknown);
        } catch (IOException refused) {
            throw new ProtocolException(
                    new TransportProblem.GroupRefused(path, group, refused.toString()), refused);
        }
    }

    private static ListeningSocket onPort(Place.Ports ports) {
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
                return new ListeningSocket(channel, actual(wanted, channel));
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
        try {
            channel.close();
            if (address instanceof Address.Unix unix) {
                Files.deleteIfExists(unix.path());
            }
        } catch (IOException keptByTheSystem) {
            // The socket is closed: what stays is a name that nobody listens to.
        }
    }
}
