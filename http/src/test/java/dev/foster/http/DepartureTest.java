package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that go away while they are being answered, and clients that only seem to. */
@Timeout(60)
class DepartureTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Leaks before = Leaks.snapshot();
    private final Semaphore asked = new Semaphore(0);
    private final Semaphore answer = new Semaphore(0);
    private final AtomicInteger gone = new AtomicInteger();
    private final CountDownLatch left = new CountDownLatch(1);
    @TempDir private Path folder;
    private Optional<HttpServer> server = Optional.empty();

    /** What the JDK opens for the first virtual thread that waits stays open. */
    @BeforeAll
    static void warmUp(@TempDir Path elsewhere) throws IOException {
        for (Transport transport : Transport.values()) {
            try (HttpServer first =
                            transport.serve(
                                    elsewhere,
                                    HttpLimits.defaults(),
                                    _ -> HttpResponse.empty(202));
                    RawConnection client = transport.connect(first.address())) {
                client.send("GET / HTTP/1.0\r\n\r\n").rest();
            }
        }
    }

    @AfterEach
    void nothingIsLeft() {
        answer.release(1000);
        server.ifPresent(HttpServer::close);
        before.assertNothingLeft();
    }

    /** Answers when the test allows it, or the client has gone. */
    private HttpResponse waiting(HttpRequest request) {
        request.onGone(
                () -> {
                    gone.incrementAndGet();
                    left.countDown();
                    answer.release();
                });
        asked.release();
        answer.acquireUninterruptibly();
        String body = new String(request.body().bytes(), StandardCharsets.ISO_8859_1);
        return HttpResponse.of(200, "text/plain", request.path() + "<" + body + ">");
    }

    private RawConnection start(Transport transport, HttpHandler handler) throws IOException {
        HttpServer started = transport.serve(folder, HttpLimits.defaults(), handler);
        server = Optional.of(started);
        return transport.connect(started.address());
    }

    private static String post(String path, String body) {
        return "POST /"
                + path
                + " HTTP/1.1\r\nHost: foster\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    private void connectionsEnd() {
        Eventually.until(SOON, "all is closed", () -> server.orElseThrow().connections() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerThatWaitsLearnsOfTheEnd(Transport transport) throws Exception {
        try (RawConnection client = start(transport, this::waiting)) {
            client.send(post("a", "x"));
            assertThat(asked.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
            assertThat(gone).hasValue(0);
        }

        assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        connectionsEnd();
        assertThat(gone).as("once").hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsResetIsAnEndToo(Transport transport) throws Exception {
        RawConnection client = start(transport, this::waiting);
        client.send(post("a", "x"));
        assertThat(asked.tryAcquire(5, TimeUnit.SECONDS)).isTrue();

        client.reset();

        assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        client.close();
    }

    @ParameterizedTest
    @EnumSource
    void whoSaysThatNothingMoreWillComeHasGoneButIsAnswered(Transport transport) throws Exception {
        try (RawConnection client = start(transport, this::waiting)) {
            client.send(post("a", "x"));
            client.endOutput();

            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
            if (transport != Transport.TLS_1_2) {
                // There the farewell of one side is that of both.
                assertThat(client.rest()).endsWith("[a]<x>");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theServersEndIsToldWhenItsPatienceIsOver(Transport transport) throws Exception {
        try (RawConnection client = start(transport, this::waiting)) {
            client.send(post("a", "x"));
            assertThat(asked.tryAcquire(5, TimeUnit.SECONDS)).isTrue();

            server.orElseThrow().close(Duration.ofMillis(20));

            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(client.rest()).doesNotContain("200 OK");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoLeavesWithTheAnswerHasNotGone(Transport transport) throws Exception {
        for (int i = 0; i < 30; i++) {
            HttpServer each = transport.serve(folder, HttpLimits.defaults(), this::waiting);
            try (RawConnection client = transport.connect(each.address())) {
                client.send(post("a", "x"));
                asked.acquire();
                // Every other one is looked out for when it is answered.
                Eventually.within(Duration.ofMillis(i % 2 == 0 ? 0 : 15), () -> false);
                answer.release();
                assertThat(client.until(">")).endsWith("<x>");
            }
            Eventually.until(SOON, "it is closed", () -> each.connections() == 0);
            each.close();
        }
        assertThat(gone).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void whatComesInTheMeantimeIsTheNextRequest(Transport transport) throws Exception {
        String large = "y".repeat(30_000);
        try (RawConnection client = start(transport, this::waiting)) {
            client.send(post("1", "x"));
            asked.acquire();
            Eventually.within(Duration.ofMillis(20), () -> false);
            client.send(post("2", "second") + post("3", "third") + "POST /4 HT");
            Eventually.within(Duration.ofMillis(20), () -> false);
            answer.release();
            assertThat(client.until(">")).endsWith("[1]<x>");
            asked.acquire();
            Eventually.within(Duration.ofMillis(20), () -> false);
            answer.release(2);
            assertThat(client.until(">")).endsWith("[2]<second>");
            assertThat(client.until(">")).endsWith("[3]<third>");
            client.send(post("4", large).substring("POST /4 HT".length()) + post("5", large));
            asked.acquire(2);
            Eventually.within(Duration.ofMillis(20), () -> false);
            answer.release(2);
            assertThat(client.until(">")).endsWith("[4]<" + large + ">");
            assertThat(client.until(">")).endsWith("[5]<" + large + ">");
        }
        connectionsEnd();
        assertThat(gone).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void whoSendsMoreAndLeavesHasGone(Transport transport) throws Exception {
        try (RawConnection client = start(transport, this::waiting)) {
            client.send(post("1", "x"));
            asked.acquire();
            client.send(post("2", "x"));
        }

        assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whoAsksLateIsToldAtOnce(Transport transport) throws Exception {
        var late = new CountDownLatch(1);
        HttpHandler handler =
                request -> {
                    HttpResponse response = waiting(request);
                    request.onGone(late::countDown);
                    return response;
                };
        try (RawConnection client = start(transport, handler)) {
            client.send(post("a", "x"));
            asked.acquire();
        }

        assertThat(late.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(gone).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void theStreamOfAnAnswerIsStillPartOfIt(Transport transport) throws Exception {
        HttpHandler handler =
                request -> {
                    request.onGone(gone::incrementAndGet);
                    return HttpResponse.events(
                            "first".getBytes(StandardCharsets.UTF_8),
                            stream -> {
                                stream.onGone(left::countDown);
                                left.await();
                            });
                };
        try (RawConnection client = start(transport, handler)) {
            client.send(post("a", "x"));
            assertThat(client.until("first")).contains("chunked");
        }

        assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        connectionsEnd();
        // Whoever noticed it may still be about to tell this one.
        Eventually.until(SOON, "the first is told too", () -> gone.get() == 1);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionMayWaitManyTimes(Transport transport) throws Exception {
        try (RawConnection client = start(transport, this::waiting)) {
            for (int i = 0; i < 10; i++) {
                client.send(post("a", "" + i));
                asked.acquire();
                Eventually.within(Duration.ofMillis(12), () -> false);
                answer.release();
                assertThat(client.until(">")).endsWith("<" + i + ">");
            }
        }
        connectionsEnd();
        assertThat(gone).hasValue(0);
    }
}
