package dev.foster.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

import javax.net.ssl.SSLSocket;

/** The ways to reach a server. */
enum Transport {
    UNIX,
    TCP,
    TLS_1_2,
    TLS_1_3;

    HttpServer serve(Path folder, HttpLimits limits, HttpHandler handler) throws IOException {
        return switch (this) {
            case UNIX -> HttpServer.onUnixSocket(folder.resolve("s"), limits, handler);
            case TCP -> HttpServer.on(loopback(), Optional.empty(), limits, handler);
            case TLS_1_2, TLS_1_3 ->
                    HttpServer.on(loopback(), Optional.of(Certified.context()), limits, handler);
        };
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    }

    RawConnection connect(SocketAddress address) throws IOException {
        return switch (this) {
            case UNIX, TCP -> new RawConnection(address);
            case TLS_1_2 -> new RawConnection(tls(address, "TLSv1.2"));
            case TLS_1_3 -> new RawConnection(tls(address, "TLSv1.3"));
        };
    }

    private static SocketBytes tls(SocketAddress address, String version) throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        SSLSocket socket =
                (SSLSocket)
                        Certified.context()
                                .getSocketFactory()
                                .createSocket(channel.socket(), "localhost", 1, true);
        socket.setEnabledProtocols(new String[] {version});
        return new SocketBytes(socket, channel);
    }
}
