package dev.foster.plugin.protocol.yamux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.yamux.GoProgram.Running;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Our sessions against those of the Go implementation, which pings every 50 ms. */
@DisplayName("[24.58] yamux against the Go implementation")
@Timeout(120)
final class YamuxGoTest {
    private static final int STREAMS = 20;
    private static final int SIZE = 1_500_000;

    @TempDir static Path folder;
    private static GoProgram peer;

    @BeforeAll
    static void build() throws Exception {
        peer = GoProgram.build("yamux", folder);
    }

    private static YamuxSession dial(Running running, Path socket) throws IOException {
        running.awaitLine("listening");
        return YamuxSession.client(
                SocketChannel.open(UnixDomainSocketAddress.of(socket)), options());
    }

    private static YamuxOptions options() {
        return YamuxOptions.ofDefaults()
                .withKeepAlive(Duration.ofMillis(50), Duration.ofSeconds(10));
    }

    @Test
    void ourClientSendsMegabytesToGoAndGetsThemBack() throws Exception {
        Path socket = folder.resolve("echo");
        Leaks before = WarmUp.snapshot(folder);
        try (Running go = peer.start("echo", "listen", socket.toString());
                YamuxSession session = dial(go, socket)) {
            sendAndCompare(session);
            Eventually.until(
                    Duration.ofSeconds(10), "streams are gone", () -> session.streams() == 0);
            end(session, go);
        }
        before.assertNothingLeft();
    }

    @Test
    void goSendsMegabytesToOurServerAndGetsThemBack() throws Exception {
        Path socket = folder.resolve("open");
        Leaks before = WarmUp.snapshot(folder);
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            try (Running go = open(socket, "dial");
                    YamuxSession session = YamuxSession.server(listener.accept(), options())) {
                Thread.startVirtualThread(() -> echoAll(session));
                go.awaitLine("done");
            }
        }
        Files.deleteIfExists(socket);
        before.assertNothingLeft();
        VirtualThreads.assertNoneNamed("foster-yamux");
    }

    @Test
    void theSideThatWasDialledOpensStreamsToo() throws Exception {
        Path socket = folder.resolve("reverse");
        try (Running go = open(socket, "listen");
                YamuxSession session = dial(go, socket)) {
            Thread.startVirtualThread(() -> echoAll(session));
            go.awaitLine("done");
        }
    }

    @Test
    void ourServerOpensStreamsToGo() throws Exception {
        Path socket = folder.resolve("server");
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            try (Running go = peer.start("echo", "dial", socket.toString());
                    YamuxSession session = YamuxSession.server(listener.accept(), options())) {
                sendAndCompare(session);
                end(session, go);
            }
        }
    }

    @Test
    void pingsOfBothSidesKeepAnIdleSession() throws Exception {
        Path socket = folder.resolve("idle");
        try (Running go = peer.start("idle", "listen", socket.toString(), "700");
                YamuxSession session = dial(go, socket)) {
            assertThat(session.ping(Duration.ofSeconds(10))).isPositive();
            go.awaitLine("done");
        }
    }

    /** Go's echo ends with the session. */
    private static void end(YamuxSession session, Running go) throws IOException {
        session.close();
        go.awaitLine("done");
    }

    private static Running open(Path socket, String how) throws IOException {
        return peer.start("open", how, socket.toString(), "" + STREAMS, "" + SIZE);
    }

    private static void sendAndCompare(YamuxSession session) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<byte[]>> answers = new ArrayList<>();
            for (int number = 0; number < STREAMS; number++) {
                YamuxStream stream = session.open();
                byte[] sent = Bytes.random(number, SIZE);
                var _ =
                        threads.submit(
                                () -> {
                                    stream.write(ByteBuffer.wrap(sent));
                                    stream.closeOutput();
                                    return null;
                                });
                answers.add(threads.submit(() -> Bytes.all(stream)));
            }
            for (int number = 0; number < STREAMS; number++) {
                assertThat(answers.get(number).get(60, TimeUnit.SECONDS))
                        .isEqualTo(Bytes.random(number, SIZE));
            }
        }
    }

    private static void echoAll(YamuxSession session) {
        try {
            while (true) {
                YamuxStream stream = session.accept();
                Thread.startVirtualThread(
                        () -> {
                            try {
                                Bytes.echo(stream);
                            } catch (IOException end) {
                                stream.reset();
                            }
                        });
            }
        } catch (IOException end) {
            session.close();
        }
    }
}
