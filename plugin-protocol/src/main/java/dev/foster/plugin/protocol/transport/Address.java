package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.tls.Security;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Where a peer listens, as the handshake line and the broker write it: a network and a text. */
public sealed interface Address {

    /** {@code unix} or {@code tcp}. */
    String network();

    /** What stands beside the network: a path, or {@code host:port}. */
    String text();

    /**
     * The address for the operating system. Looks names up, so it can block.
     *
     * @throws ProtocolException with {@link TransportProblem.Unresolvable} or {@link
     *     TransportProblem.PathTooLong}
     */
    SocketAddress resolve();

    /**
     * The same, to connect to.
     *
     * @param security how the connection is protected
     * @throws ProtocolException also with {@link TransportProblem.OutsideInClear}
     */
    default SocketAddress resolve(Security security) {
        SocketAddress socket = resolve();
        if (this instanceof Tcp tcp
                && security == Security.Plain.HERE
                && socket instanceof InetSocketAddress internet
                && !isHere(internet.getAddress())) {
            throw new ProtocolException(new TransportProblem.OutsideInClear(tcp));
        }
        return socket;
    }

    private static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException unknown) {
            return false;
        }
    }

    static Address unix(Path path) {
        return new Unix(path);
    }

    static Address tcp(String host, int port) {
        return new Tcp(host, port);
    }

    /**
     * Reads an address from its two texts; looks nothing up.
     *
     * @throws ProtocolException with {@link TransportProblem.UnknownNetwork} or {@link
     *     TransportProblem.BadAddress}
     */
    static Address of(String network, String text) {
        return switch (network) {
            case "unix" -> AddressText.unix(text);
            case "tcp" -> AddressText.tcp(text);
            default ->
                    throw new ProtocolException(new TransportProblem.UnknownNetwork(network, text));
        };
    }

    /** A socket file. */
    record Unix(Path path) implements Address {
        /** What {@code sockaddr_un} has room for on Linux, less the byte that ends it. */
        private static final int LINUX_LIMIT = 107;

        private static final int OTHER_LIMIT = 103;

        @Override
        public String network() {
            return "unix";
        }

        @Override
        public String text() {
            return path.toString();
        }

        @Override
        public SocketAddress resolve() {
            int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
            int limit = limit();
            if (length > limit) {
                throw new ProtocolException(new TransportProblem.PathTooLong(path, length, limit));
            }
            return UnixDomainSocketAddress.of(path);
        }

        private static int limit() {
            return System.getProperty("os.name").startsWith("Linux") ? LINUX_LIMIT : OTHER_LIMIT;
        }
    }

    /**
     * A TCP port.
     *
     * @param host a name or a number, IPv6 without brackets; empty for this computer
     */
    record Tcp(String host, int port) implements Address {
        @Override
        public String network() {
            return "tcp";
        }

        @Override
        public String text() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }

        @Override
        public SocketAddress resolve() {
            try {
                InetAddress address =
                        host.isEmpty()
                                ? InetAddress.getLoopbackAddress()
                                : InetAddress.getByName(host);
                return new InetSocketAddress(address, port);
            } catch (UnknownHostException unknown) {
                throw new ProtocolException(new TransportProblem.Unresolvable(this), unknown);
            }
        }
    }
}
