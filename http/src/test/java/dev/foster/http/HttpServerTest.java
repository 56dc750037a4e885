package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The server against clients that keep the rules, break them, dawdle, and leave. */
@Timeout(30)
class HttpServerTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String GET = "GET / HTTP/1.1\r\nHost: foster\r\n";

    private final Leaks before = Leaks.snapshot();
    private final List<HttpServer> servers = new ArrayList<>();
    @TempDir private Path folder;
    private SocketAddress address;

    /** What the JDK opens for the first virtual thread that waits stays open. */
    @BeforeAll
    static void warmUp(@TempDir Path elsewhere) throws IOException {
        Path socket = elsewhere.resolve("socket");
        try (HttpServer server =
                HttpServer.onUnixSocket(socket, HttpLimits.defaults(), HttpServerTest::echo)) {
            RawConnection.ask(server.address(), "GET / HTTP/1.0\r\n\r\n");
        }
    }

    @BeforeEach
    void start() throws IOException {
        address = serve(HttpLimits.defaults(), HttpServerTest::echo).address();
    }

    @AfterEach
    void nothingIsLeft() {
        servers.forEach(HttpServer::close);
        before.assertNothingLeft();
    }

    private HttpServer serve(HttpLimits limits, HttpHandler handler) throws IOException {
        Path socket = folder.resolve("socket" + servers.size());
        HttpServer server = HttpServer.onUnixSocket(socket, limits, handler);
        servers.add(server);
        return server;
    }

    /** Lets its client in, and keeps him. */
    private static HttpResponse stream(HttpRequest request) {
        request.letIn("me");
        return HttpResponse.events(
                "here".getBytes(StandardCharsets.UTF_8),
                stream -> {
                    var gone = new CountDownLatch(1);
                    stream.onGone(gone::countDown);
                    gone.await();
                });
    }

    private static HttpResponse echo(HttpRequest request) {
        String body = new String(request.body().bytes(), StandardCharsets.UTF_8);
        return HttpResponse.of(
                200,
                "text/plain",
                request.method()
                        + " "
                        + request.path()
                        + " "
                        + request.query()
                        + " <"
                        + body
                        + ">");
    }

    @Test
    void onlyTheOwnerMayOpenTheSocket() throws IOException {
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("socket0"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aConnectionServesManyRequests() {
        try (RawConnection connection = new RawConnection(address)) {
            for (int i = 0; i < 3; i++) {
                connection.send(
                        "POST /a/"
                                + i
                                + "?x=1&x=2 HTTP/1.1\r\n"
                                + "Host: foster\r\n"
                                + "Content-Length: 2\r\n\r\n"
                                + "hi");
                assertThat(connection.until(">"))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .contains("connection: keep-alive\r\n")
                        .endsWith("POST [a, " + i + "] {x=[1, 2]} <hi>");
            }
        }
    }

    @Test
    void requestsMayComeInOnePiece() {
        String answers =
                RawConnection.ask(
                        address, GET + "\r\n" + GET + "\r\n" + GET + "Connection: close\r\n\r\n");

        assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(4);
    }

    @Test
    void chunksArePutTogether() {
        String answer =
                RawConnection.ask(
                        address,
                        """
                        POST / HTTP/1.1\r
                        Host: foster\r
                        Connection: close\r
                        Transfer-Encoding: chunked\r
                        \r
                        3\r
                        abc\r
                        A;note=x\r
                        0123456789\r
                        0\r
                        Trailer: x\r
                        \r
                        """);

        assertThat(answer).endsWith("<abc0123456789>");
    }

    @Test
    void theAnswerToHeadHasNoBody() {
        String answer =
                RawConnection.ask(
                        address, "HEAD / HTTP/1.1\r\nHost: foster\r\nConnection: close\r\n\r\n");

        assertThat(answer).contains("content-length: 13\r\n").endsWith("\r\n\r\n");
    }

    @Test
    void anOldClientGetsItsAnswerAndTheEnd() {
        assertThat(RawConnection.ask(address, "GET /x HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("connection: close\r\n")
                .endsWith("GET [x] {} <>");
    }

    @Test
    void whoWaitsForLeaveToSendTheBodyGetsIt() {
        try (RawConnection connection = new RawConnection(address)) {
            connection.send(
                    "POST / HTTP/1.1\r\n"
                            + "Host: foster\r\n"
                            + "Expect: 100-continue\r\n"
                            + "Content-Length: 2\r\n\r\n");

            assertThat(connection.until("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(connection.send("ok").until(">")).endsWith("<ok>");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n\r\n",
                "GET\r\n\r\n",
                "GET /\r\n\r\n",
                "GET / HTTP/1.1 x\r\nHost: a\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
                "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / FTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\n\n",
                "GET / HTTP/1.1\r\nHost: a\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET / HTTP/1.1\r\n: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
                "POST / HTTP/1.1\r\n"
                        + "Host: a\r\n"
                        + "Content-Length: 1\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n",
                "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n123456789\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0 \r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;=x\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;x=y/0\r\n\r\n",
                "POST / HTTP/1.1\r\n"
                        + "Host: a\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "0;x=\u00e4\r\n\r\n",
                "POST / HTTP/1.1\r\n"
                        + "Host: a\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "1\r\n"
                        + "xx\r\n"
                        + "0\r\n\r\n"
            })
    void aRequestThatBreaksTheRulesIsRefusedAndTheConnectionClosed(String broken) {
        String answer = RawConnection.ask(address, broken + GET + "\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("connection: close\r\n");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("only one answer").hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"gzip,501", "'gzip, chunked',501", "identity,501"})
    void otherTransferCodingsAreNotKnown(String coding, int status) {
        assertThat(
                        RawConnection.ask(
                                address,
                                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
                                        + coding
                                        + "\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status);
    }

    @Test
    void anotherVersionIsNotKnown() {
        assertThat(RawConnection.ask(address, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 505 ");
    }

    @Test
    void whatIsTooLongIsRefused() {
        String line = GET + "X: " + "x".repeat(9000) + "\r\n\r\n";
        String lines = GET + "X: x\r\n".repeat(100) + "\r\n";
        String body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n";
        String chunk =
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n100001\r\n"
                        + "x".repeat(0x100001)
                        + "\r\n0\r\n\r\n";

        assertThat(RawConnection.ask(address, line)).startsWith("HTTP/1.1 431 ");
        assertThat(RawConnection.ask(address, lines)).startsWith("HTTP/1.1 431 ");
        assertThat(RawConnection.ask(address, body)).startsWith("HTTP/1.1 413 ");
        assertThat(RawConnection.ask(address, chunk)).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void whoSendsSlowlyIsCutOff() throws IOException {
        HttpLimits hasty = HttpLimits.defaults().requestTime(Duration.ofMillis(100));
        SocketAddress hastyAddress = serve(hasty, HttpServerTest::echo).address();

        assertThat(RawConnection.ask(hastyAddress, "GET / HT")).doesNotContain("200");
        assertThat(
                        RawConnection.ask(
                                hastyAddress,
                                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"))
                .doesNotContain("200");
    }

    @Test
    void anIdleConnectionIsClosed() throws IOException {
        HttpLimits hasty = HttpLimits.defaults().idleTime(Duration.ofSeconds(4));
        HttpServer server = serve(hasty, HttpServerTest::echo);

        try (RawConnection connection = new RawConnection(server.address())) {
            assertThat(connection.send(GET + "\r\n").rest()).contains("200 OK");
        }
        Eventually.until(SOON, "it is forgotten", () -> server.connections() == 0);
    }

    @Test
    void aSlowHandlerIsNotCutOff() throws IOException {
        HttpLimits hasty = HttpLimits.defaults().requestTime(Duration.ofSeconds(4));
        HttpServer server =
                serve(
                        hasty,
                        request -> {
                            Eventually.within(Duration.ofSeconds(6), () -> false);
                            return echo(request);
                        });

        assertThat(RawConnection.ask(server.address(), GET + "Connection: close\r\n\r\n"))
                .endsWith("<>");
    }

    @Test
    void oneConnectionTooManyIsTold() throws IOException {
        HttpServer server = serve(HttpLimits.defaults().connections(2), HttpServerTest::stream);
        try (RawConnection first = new RawConnection(server.address());
                RawConnection second = new RawConnection(server.address())) {
            first.send(GET + "\r\n").until("here");
            second.send(GET + "\r\n").until("here");

            assertThat(RawConnection.ask(server.address(), GET + "\r\n"))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("retry-after: 1\r\n");
        }
        Eventually.until(SOON, "both are forgotten", () -> server.connections() == 0);
        try (RawConnection next = new RawConnection(server.address())) {
            assertThat(next.send(GET + "\r\n").until("here")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aFaultOfTheHandlerIsAnAnswerToo() throws IOException {
        HttpServer server =
                serve(
                        HttpLimits.defaults(),
                        _ -> {
                            throw new IllegalStateException("oops");
                        });

        assertThat(RawConnection.ask(server.address(), GET + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 500 ")
                .contains("oops");
    }

    @Test
    void aStreamLearnsThatItsClientHasGone() throws Exception {
        var gone = new CountDownLatch(1);
        HttpServer server = serve(HttpLimits.defaults(), _ -> streamUntil(gone));

        try (RawConnection connection = new RawConnection(server.address())) {
            assertThat(connection.send(GET + "\r\n").until("hello\r\n"))
                    .contains("content-type: text/event-stream")
                    .contains("transfer-encoding: chunked");
            assertThat(gone.getCount()).isEqualTo(1);
        }

        assertThat(gone.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closingEndsStreamsAtOnceAndLetsRequestsFinish() throws Exception {
        var gone = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        var answer = new CountDownLatch(1);
        HttpServer server =
                serve(
                        HttpLimits.defaults(),
                        request -> {
                            if (request.path().equals(List.of("stream"))) {
                                return streamUntil(gone);
                            }
                            asked.countDown();
                            awaitQuietly(answer);
                            return echo(request);
                        });
        try (RawConnection stream = new RawConnection(server.address());
                RawConnection request = new RawConnection(server.address());
                RawConnection idle = new RawConnection(server.address())) {
            stream.send("GET /stream HTTP/1.1\r\nHost: foster\r\n\r\n").until("hello\r\n");
            idle.send("");
            request.send(GET + "\r\n");
            assertThat(asked.await(5, TimeUnit.SECONDS)).isTrue();
            // One that nobody has accepted yet would be reset.
            Eventually.until(SOON, "all are accepted", () -> server.connections() == 3);

            Thread closing = Thread.ofVirtual().start(() -> server.close(SOON));
            assertThat(stream.rest()).as("the end is a proper one").endsWith("0\r\n\r\n");
            assertThat(idle.rest()).isEmpty();
            answer.countDown();

            assertThat(request.rest()).contains("connection: close").endsWith("<>");
            assertThat(closing.join(SOON)).isTrue();
        }
        assertThat(folder.resolve("socket1")).doesNotExist();
    }

    private static HttpResponse streamUntil(CountDownLatch gone) {
        return HttpResponse.events(
                stream -> {
                    stream.onGone(gone::countDown);
                    stream.send("hello".getBytes(StandardCharsets.UTF_8));
                    gone.await();
                });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
