package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.Following;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.http.SseEvent;
import dev.foster.json.JsonText;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A stream that breaks off goes on behind its last item; one that ends is over. */
@Timeout(60)
class ReconnectingStreamTest {
    private static final Duration PATIENCE = Duration.ofMillis(800);

    @TempDir private Path folder;
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private Called called;
    private ProjectPaths paths;

    @BeforeEach
    void start() throws IOException {
        called = new Called(folder);
        paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        paths.create();
        // What a daemon that is killed leaves.
        Files.writeString(paths.daemonFile(), "{}");
    }

    @Test
    void itGoesOnBehindTheLastItem() throws IOException {
        try (var daemons = new Daemons(List.of(List.of(1L, 2L), List.of(), List.of(3L)))) {
            assertThat(follow()).isZero();

            assertThat(seen).containsExactly(1L, 2L, 3L);
            assertThat(daemons.requests)
                    .map(line -> line.replaceAll(".*after=(\\d+).*", "$1"))
                    .containsExactly("0", "2", "2");
        }
        assertThat(called.err().lines())
                .containsOnly("foster: it is back; going on where it broke off");
    }

    @Test
    void whoWaitsIsToldAndDoesNotWaitForEver() throws IOException {
        try (var _ = new Daemons(List.of(List.of(1L), List.of()), 1)) {
            assertThatThrownBy(this::follow)
                    .isInstanceOfSatisfying(
                            ControlProblem.class,
                            problem ->
                                    assertThat(problem.code()).isEqualTo(ProblemCode.NOT_RUNNING))
                    .hasMessage(
                            "cannot follow events: foster was killed and did not come back within"
                                    + " 800 ms; start it with foster up");
        }
        assertThat(called.err().lines())
                .containsExactly(
                        "foster: lost the connection; waiting up to 800 ms for foster to come"
                                + " back");
    }

    @Test
    void oneThatEndedInOrderIsNotWaitedFor() throws IOException {
        Files.delete(paths.daemonFile());
        try (var _ = new Daemons(List.of(List.of(1L), List.of()), 1)) {
            assertThat(follow()).isZero();
        }
        assertThat(called.err()).isEmpty();
    }

    private int follow() {
        var client = new ControlClient(paths, "test");
        var last = new AtomicLong();
        return new ReconnectingStream(called.caller(), paths, "follow events", PATIENCE)
                .follow(
                        () -> client.followEvents(last.get(), Optional.empty()),
                        following -> read(following, last));
    }

    private boolean read(Following<EventView> following, AtomicLong last) {
        for (Optional<EventView> event = following.next();
                event.isPresent();
                event = following.next()) {
            seen.add(event.get().id());
            last.set(event.get().id());
        }
        return true;
    }

    /** One daemon after the other, each with these events; all but the last one are killed. */
    private final class Daemons implements AutoCloseable {
        private final List<String> requests = new CopyOnWriteArrayList<>();
        private final ServerSocketChannel server;

        Daemons(List<List<Long>> events) throws IOException {
            this(events, events.size());
        }

        /** Only so many of them come. */
        Daemons(List<List<Long>> events, int come) throws IOException {
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(paths.socket()));
            Thread.ofVirtual().start(() -> serve(events, come));
        }

        private void serve(List<List<Long>> events, int come) {
            try {
                for (int i = 0; i < come; i++) {
                    try (SocketChannel client = server.accept()) {
                        answer(client, events.get(i), i == events.size() - 1);
                    }
                }
                server.close();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }

        private void answer(SocketChannel client, List<Long> ids, boolean last) throws IOException {
            var request = new StringBuilder();
            ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
            while (request.indexOf("\r\n\r\n") < 0 && client.read(buffer.clear()) > 0) {
                request.append(StandardCharsets.US_ASCII.decode(buffer.flip()));
            }
            requests.add(request.toString().lines().findFirst().orElse(""));
            send(
                    client,
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
                            + "transfer-encoding: chunked\r\n\r\n");
            for (long id : ids) {
                EventView event = FakeDaemon.event(id, "event " + id);
                byte[] bytes =
                        SseEvent.of("event", JsonText.write(event.toJson()))
                                .id(Long.toString(id))
                                .bytes();
                send(client, Integer.toHexString(bytes.length) + "\r\n");
                client.write(ByteBuffer.wrap(bytes));
                send(client, "\r\n");
            }
            if (last) {
                send(client, "0\r\n\r\n");
            }
        }

        private static void send(SocketChannel client, String text) throws IOException {
            client.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
