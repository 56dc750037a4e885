package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Answers that come piece by piece. */
@Timeout(60)
class HttpStreamTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String GET = "GET / HTTP/1.1\r\nHost: foster\r\n\r\n";

    @TempDir private Path folder;
    private Optional<HttpServer> server = Optional.empty();
    private Optional<Leaks> before = Optional.empty();

    private RawConnection start(Transport transport, HttpLimits limits, HttpHandler handler)
            throws IOException {
        // What the JDK opens for the first connection of a kind stays open.
        try (HttpServer first = transport.serve(folder, limits, _ -> HttpResponse.empty(202));
                RawConnection client = transport.connect(first.address())) {
            client.send("GET / HTTP/1.0\r\n\r\n").rest();
        }
        before = Optional.of(Leaks.snapshot());
        server = Optional.of(transport.serve(folder, limits, handler));
        return transport.connect(server.get().address());
    }

    @AfterEach
    void nothingIsLeft() {
        server.ifPresent(HttpServer::close);
        before.ifPresent(Leaks::assertNothingLeft);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static HttpResponse three(HttpRequest request) {
        return HttpResponse.events(
                bytes("one"),
                stream -> {
                    stream.onGone(() -> {});
                    stream.send(bytes("two"));
                    stream.sendLast(bytes("three"));
                });
    }

    @ParameterizedTest
    @EnumSource
    void theConnectionOutlivesAStream(Transport transport) throws IOException {
        try (RawConnection client =
                start(transport, HttpLimits.defaults(), HttpStreamTest::three)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(GET).until("0\r\n\r\n"))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .contains("connection: keep-alive\r\n")
                        .endsWith("\r\n\r\n3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n");
            }
            assertThat(server.orElseThrow().connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoWantsItClosedGetsItClosed(Transport transport) throws IOException {
        try (RawConnection client =
                start(transport, HttpLimits.defaults(), HttpStreamTest::three)) {
            client.send("GET / HTTP/1.1\r\nHost: foster\r\nConnection: close\r\n\r\n");

            assertThat(client.rest()).contains("connection: close\r\n").endsWith("\r\n0\r\n\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOldClientGetsTheBytesAndTheEnd(Transport transport) throws IOException {
        try (RawConnection client =
                start(transport, HttpLimits.defaults(), HttpStreamTest::three)) {
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");

            assertThat(client.rest())
                    .doesNotContain("chunked")
                    .contains("connection: close\r\n")
                    .endsWith("\r\n\r\nonetwothree");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHeadOfAStreamHasNoChunks(Transport transport) throws IOException {
        try (RawConnection client =
                start(transport, HttpLimits.defaults(), HttpStreamTest::three)) {
            assertThat(client.send("HEAD" + GET.substring(3)).until("\r\n\r\n")).contains("200 OK");
            assertThat(client.send(GET).until("\r\n\r\n")).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatFailsIsNotTakenForWhole(Transport transport) throws IOException {
        HttpHandler handler =
                _ ->
                        HttpResponse.events(
                                bytes("one"),
                                _ -> {
                                    throw new IOException("the source has dried up");
                                });
        try (RawConnection client = start(transport, HttpLimits.defaults(), handler)) {
            assertThat(client.send(GET).rest()).contains("one").doesNotContain("0\r\n\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSentIntoTheNextAnswer(Transport transport) throws Exception {
        var kept = new CompletableFuture<StreamBody.Stream>();
        HttpHandler handler = _ -> HttpResponse.events(kept::complete);
        try (RawConnection client = start(transport, HttpLimits.defaults(), handler)) {
            assertThat(client.send(GET).until("0\r\n\r\n")).endsWith("\r\n\r\n0\r\n\r\n");
            StreamBody.Stream ended = kept.get();

            assertThatThrownBy(() -> ended.send(bytes("late"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> ended.sendLast(bytes("late"))).isInstanceOf(IOException.class);
            assertThat(client.send(GET).until("0\r\n\r\n")).endsWith("\r\n\r\n0\r\n\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void piecesOfManyThreadsStayWhole(Transport transport) throws Exception {
        HttpHandler handler =
                _ ->
                        HttpResponse.events(
                                stream -> {
                                    List<Thread> threads = new ArrayList<>();
                                    for (int i = 0; i < 8; i++) {
                                        byte[] piece = bytes(("" + i).repeat(5000) + "\n");
                                        threads.add(
                                                Thread.ofVirtual()
                                                        .start(() -> send(stream, piece)));
                                    }
                                    for (Thread thread : threads) {
                                        thread.join();
                                    }
                                });
        try (RawConnection client = start(transport, HttpLimits.defaults(), handler)) {
            String answer = client.send(GET).until("0\r\n\r\n");

            for (int i = 0; i < 8; i++) {
                assertThat(answer).contains("1389\r\n" + ("" + i).repeat(5000) + "\n\r\n");
            }
        }
    }

    private static void send(StreamBody.Stream stream, byte[] piece) {
        try {
            stream.send(piece);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoDoesNotReadItsStreamIsCutOff(Transport transport) throws Exception {
        var gone = new CountDownLatch(1);
        HttpLimits hasty = HttpLimits.defaults().stallTime(Duration.ofMillis(200));
        HttpHandler handler =
                _ ->
                        HttpResponse.events(
                                stream -> {
                                    stream.onGone(gone::countDown);
                                    while (true) {
                                        stream.send(new byte[64 << 10]);
                                    }
                                });
        try (RawConnection client = start(transport, hasty, handler)) {
            client.send(GET);

            assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
            Eventually.until(SOON, "it is closed", () -> server.orElseThrow().connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamMayBeSilentForLongerThanItMayStall(Transport transport) throws Exception {
        HttpLimits hasty = HttpLimits.defaults().stallTime(Duration.ofSeconds(4));
        HttpHandler handler =
                _ ->
                        HttpResponse.events(
                                stream -> {
                                    stream.send(bytes("one"));
                                    Eventually.within(Duration.ofSeconds(6), () -> false);
                                    stream.send(bytes("two"));
                                });
        try (RawConnection client = start(transport, hasty, handler)) {
            assertThat(client.send(GET).until("0\r\n\r\n")).contains("one").contains("two");
        }
    }
}
