package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.Probe;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;

/** A port that accepts connections, and ports that do not. */
class TcpProbeTest extends ProbeContract {

    @Test
    void aPortThatListensIsGood() throws Exception {
        try (var server = ScriptedServer.silent()) {
            assertGood(new Probe.Tcp("127.0.0.1", server.port()));
            assertGood(new Probe.Tcp("localhost", server.port()));
            assertThat(server.wasLeft()).isTrue();
        }
    }

    @Test
    void aPortOnWhichNobodyListensIsBad() throws Exception {
        assertThat(whyBad(new Probe.Tcp("127.0.0.1", closedPort())))
                .isEqualTo("connection refused");
    }

    @Test
    void aHostThatIsNotKnownIsBad() throws Exception {
        // Where names are asked for over a network that does not answer, the timeout speaks.
        assertThat(whyBad(new Probe.Tcp("no-such-host.invalid", 80), Duration.ofSeconds(2)))
                .matches("unknown host no-such-host.invalid.*|no answer within 2 s");
    }

    @Test
    void aPortThatDoesNotAcceptInTimeIsBad() throws Exception {
        try (var full = new FullPort()) {
            long begin = System.nanoTime();

            assertThat(whyBad(new Probe.Tcp("127.0.0.1", full.port()), SHORT))
                    .isEqualTo("no answer within 300 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(SHORT, SOON);
        }
    }

    @Test
    void aCancelledAttemptEndsAtOnce() throws Exception {
        try (var full = new FullPort()) {
            Attempt attempt = probes.start(new Probe.Tcp("127.0.0.1", full.port()), SOON);

            attempt.cancel();

            assertThat(resultOf(attempt)).isEqualTo(new ProbeResult.Cancelled());
            attempt.ended().get();
        }
    }

    @Test
    void aConnectionToOurselvesDoesNotCount() throws Exception {
        try (var socket = new Socket();
                var server = ScriptedServer.silent();
                var other = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.connect(socket.getLocalSocketAddress());

            assertThat(ProbeConnection.isOwn(socket)).isTrue();
            assertThat(ProbeConnection.isOwn(other)).isFalse();
        }
    }

    /** A port whose queue is full, so that the kernel lets new connections wait. */
    private static final class FullPort implements AutoCloseable {
        private final ServerSocket server =
                new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final ArrayList<SocketChannel> waiting = new ArrayList<>();

        FullPort() throws IOException {
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(server.getLocalSocketAddress());
                waiting.add(channel);
            }
        }

        int port() {
            return server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
            server.close();
        }
    }
}
