package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** What those may cost who are not let in. */
@Timeout(60)
class StrangersTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int PLACES = 8;
    private static final int LONG = 4 << 20;
    private static final HttpLimits LIMITS =
            HttpLimits.defaults().connections(PLACES).bodyBytes(LONG).bufferedBytes(2L * LONG);
    private static final String KEY = "Host: a\r\nAuthorization: me\r\n";

    private final Leaks before = warmSnapshot();
    private final List<RawConnection> clients = new ArrayList<>();
    private final AtomicInteger bodiesTaken = new AtomicInteger();
    private Optional<HttpServer> server = Optional.empty();

    private static Leaks warmSnapshot() {
        try (HttpServer first = serve(HttpLimits.defaults(), _ -> HttpResponse.empty(202))) {
            RawConnection.ask(first.address(), "GET / HTTP/1.0\r\n\r\n");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
        return Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        clients.forEach(RawConnection::close);
        server.ifPresent(HttpServer::close);
        before.assertNothingLeft();
    }

    private static HttpServer serve(HttpLimits limits, HttpHandler handler) throws IOException {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        return HttpServer.on(address, Optional.empty(), limits, handler);
    }

    private static HttpServer serve(HttpLimits limits, HttpHandler handler, Strangers strangers)
            throws IOException {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        return HttpServer.on(address, Optional.empty(), limits, handler, strangers);
    }

    /** Asks who it is before anything else. */
    private HttpResponse guarded(HttpRequest request) {
        Optional<String> who = request.headers().first("authorization");
        if (who.isEmpty()) {
            return HttpResponse.of(401, "text/plain", "who are you?");
        }
        request.letIn(who.get());
        int length = request.body().bytes().length;
        bodiesTaken.incrementAndGet();
        return HttpResponse.of(200, "text/plain", "<" + length + ">");
    }

    private HttpServer start(HttpLimits limits) throws IOException {
        server = Optional.of(serve(limits, this::guarded));
        return server.get();
    }

    private RawConnection connect(HttpServer to) {
        clients.add(new RawConnection(to.address()));
        return clients.getLast();
    }

    @Test
    void halfSentHeadsLockNobodyOut() throws IOException {
        HttpServer started = start(LIMITS);
        RawConnection known = connect(started);
        known.send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>");

        for (int i = 0; i < 5 * PLACES; i++) {
            connect(started).send("GET / HTTP/1.1\r\nHost: a");
        }

        assertThat(connect(started).send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(known.send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>"))
                .as("who was let in stays in")
                .startsWith("HTTP/1.1 200 ");
        assertThat(started.connections()).isLessThanOrEqualTo(PLACES);
    }

    @Test
    void whoRestsBetweenTwoRequestsMakesRoomForTheNext() throws IOException {
        HttpServer started = start(LIMITS.connections(1));
        connect(started).send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>");

        Eventually.until(
                SOON,
                "the next is served, as soon as the first rests",
                () ->
                        connect(started)
                                .send("GET / HTTP/1.1\r\n" + KEY + "\r\n")
                                .until("<0>")
                                .startsWith("HTTP/1.1 200 "));
    }

    @Test
    void aBodyIsNotTakenFromWhoIsRefused() throws IOException {
        HttpServer started = start(LIMITS);
        RawConnection stranger = connect(started);

        // The answer is there though nothing of the body has been sent.
        String answer =
                stranger.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + LONG + "\r\n\r\n")
                        .until("who are you?");

        assertThat(answer).startsWith("HTTP/1.1 401 ").contains("connection: close\r\n");
        assertThat(bodiesTaken).hasValue(0);
    }

    @Test
    void whoAsksFirstIsToldToSendOnlyIfItIsWanted() throws IOException {
        HttpServer started = start(LIMITS);
        String asks = "POST / HTTP/1.1\r\n%sExpect: 100-continue\r\nContent-Length: 3\r\n\r\n";

        assertThat(connect(started).send(asks.formatted("Host: a\r\n")).rest())
                .startsWith("HTTP/1.1 401 ");
        RawConnection known = connect(started).send(asks.formatted(KEY));
        assertThat(known.until("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(known.send("abc").until("<3>")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aShortBodyThatNobodyWantedIsReadAway() throws IOException {
        HttpServer started = start(LIMITS);
        RawConnection client = connect(started);

        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n");
        assertThat(client.until("who are you?")).contains("connection: keep-alive\r\n");
        client.send("x".repeat(20_000)).send("GET / HTTP/1.1\r\n" + KEY + "\r\n");
        assertThat(client.until("<0>")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void allBodiesTogetherAreBoundedAndOneCallersToHalfOfIt() throws IOException {
        HttpServer started = start(LIMITS);
        String begins =
                "POST / HTTP/1.1\r\nHost: a\r\nAuthorization: %s\r\nContent-Length: %d\r\n\r\n";
        String most = "x".repeat(LONG - 1);
        RawConnection first = connect(started).send(begins.formatted("one", LONG)).send(most);

        Eventually.until(
                SOON, "it holds what it sent", () -> started.bodyBytesHeld() >= most.length());

        assertThat(
                        connect(started)
                                .send(begins.formatted("one", LONG))
                                .send("x".repeat(LONG / 2))
                                .rest())
                .as("the same caller may hold no more")
                .startsWith("HTTP/1.1 503 ")
                .contains("retry-after: 1\r\n", "this caller's requests");
        assertThat(
                        connect(started)
                                .send(begins.formatted("two", 100_000))
                                .send("x".repeat(100_000))
                                .until("<100000>"))
                .as("another is served")
                .startsWith("HTTP/1.1 200 ");
        assertThat(first.send("x").until("<" + LONG + ">")).startsWith("HTTP/1.1 200 ");
        assertThat(
                        connect(started)
                                .send(begins.formatted("one", LONG))
                                .send(most + "x")
                                .until("<" + LONG + ">"))
                .as("the room is given back")
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void whoComesWhenEvenTheRefusedAreManyIsClosedWithoutAWord() throws IOException {
        HttpServer started = serve(LIMITS.connections(1), StrangersTest::held);
        server = Optional.of(started);
        connect(started).send("GET / HTTP/1.0\r\n\r\n").until("here");
        for (int i = 0; i < 200; i++) {
            // Neither reads the answer nor goes.
            connect(started);
        }

        Eventually.until(
                SOON, "one is closed at once", () -> !connect(started).rest().contains("HTTP/1.1"));
    }

    @Test
    void strangersOfAllListenersShareTheirPlaces() throws IOException {
        var strangers = new Strangers(4);
        try (HttpServer one = serve(HttpLimits.defaults(), this::guarded, strangers);
                HttpServer other = serve(HttpLimits.defaults(), this::guarded, strangers)) {
            RawConnection known = connect(one);
            known.send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>");
            List<RawConnection> first = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                first.add(connect(one).send("GET / HTTP/1.1\r\nHost: a"));
            }
            Eventually.until(SOON, "they are here", () -> strangers.count() == 4);

            for (int i = 0; i < 12; i++) {
                connect(other).send("GET / HTTP/1.1\r\nHost: a");
            }

            assertThat(first).as("who came first had to go").allMatch(it -> it.rest().isEmpty());
            assertThat(connect(other).send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>"))
                    .as("who says who it is comes in")
                    .startsWith("HTTP/1.1 200 ");
            assertThat(known.send("GET / HTTP/1.1\r\n" + KEY + "\r\n").until("<0>"))
                    .as("who was let in stays in")
                    .startsWith("HTTP/1.1 200 ");
            assertThat(one.connections() + other.connections()).isLessThanOrEqualTo(6);
            assertThat(strangers.count()).isLessThanOrEqualTo(4);
        }
        Eventually.until(SOON, "they are forgotten", () -> strangers.count() == 0);
    }

    private static HttpResponse held(HttpRequest request) {
        request.letIn("me");
        return HttpResponse.events(
                "here".getBytes(StandardCharsets.UTF_8),
                stream -> {
                    var gone = new CountDownLatch(1);
                    stream.onGone(gone::countDown);
                    gone.await();
                });
    }
}
