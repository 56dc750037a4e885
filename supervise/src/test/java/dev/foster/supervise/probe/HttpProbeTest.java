package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.spec.Probe;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Answers to a GET, from servers that behave and servers that do not. */
class HttpProbeTest extends ProbeContract {
    private static final BlockingQueue<HttpExchange> SEEN = new LinkedBlockingQueue<>();
    private static HttpServer server;

    @BeforeAll
    static void startAServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(EXECUTOR);
        server.createContext("/status/", HttpProbeTest::answer);
        server.createContext("/", HttpProbeTest::answer);
        server.start();
    }

    @AfterAll
    static void stopTheServer() {
        server.stop(0);
    }

    /** Answers with the status at the end of the path, 200 where there is none. */
    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String last = path.substring(path.lastIndexOf('/') + 1);
        SEEN.add(exchange);
        byte[] body = "hello".getBytes(StandardCharsets.US_ASCII);
        int status = last.matches("\\d{3}") ? Integer.parseInt(last) : 200;
        boolean bodiless = status == 204 || status == 304;
        exchange.sendResponseHeaders(status, bodiless ? -1 : body.length);
        if (!bodiless) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Test
    void statusesFrom200To399AreGood() throws Exception {
        for (int status : List.of(200, 204, 302, 304, 399)) {
            assertGood(get("/status/" + status));
        }
    }

    @Test
    void otherStatusesAreBad() throws Exception {
        for (int status : List.of(400, 404, 500, 503)) {
            assertThat(whyBad(get("/status/" + status))).isEqualTo("HTTP status " + status);
        }
    }

    @Test
    void aWantedStatusIsTheOnlyGoodOne() throws Exception {
        assertGood(new Probe.Http(uri("/status/503"), Map.of(), Optional.of(503)));
        assertThat(whyBad(new Probe.Http(uri("/status/200"), Map.of(), Optional.of(204))))
                .isEqualTo("HTTP status 200");
    }

    @Test
    void theServerSeesWhatWasAsked() throws Exception {
        SEEN.clear();
        assertGood(
                new Probe.Http(
                        uri("/some%20path?a=b&c=%C3%A9"),
                        Map.of("X-Token", "secret", "user-agent", "mine"),
                        Optional.empty()));

        HttpExchange seen = SEEN.take();
        assertThat(seen.getRequestMethod()).isEqualTo("GET");
        assertThat(seen.getRequestURI()).hasToString("/some%20path?a=b&c=%C3%A9");
        assertThat(seen.getRequestHeaders().getFirst("Host"))
                .isEqualTo("127.0.0.1:" + server.getAddress().getPort());
        assertThat(seen.getRequestHeaders().getFirst("X-Token")).isEqualTo("secret");
        assertThat(seen.getRequestHeaders().get("User-Agent")).containsExactly("mine");
        assertThat(seen.getRequestHeaders().getFirst("Connection")).isEqualTo("close");
    }

    @Test
    void anAddressWithoutAPathAsksForTheRoot() throws Exception {
        SEEN.clear();
        assertGood(get(""));

        assertThat(SEEN.take().getRequestURI()).hasToString("/");
    }

    @Test
    void anAnnouncementOfTheRealAnswerIsPassedOver() throws Exception {
        try (var early =
                ScriptedServer.sending(
                        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 500 Oh\r\n\r\n")) {
            assertThat(whyBad(get(early))).isEqualTo("HTTP status 500");
        }
    }

    @Test
    void aServerThatNeverAnswersIsBadWhenTheTimeIsOver() throws Exception {
        try (var silent = ScriptedServer.silent()) {
            long begin = System.nanoTime();

            assertThat(whyBad(get(silent), LONGER)).isEqualTo("no answer within 3 s");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(LONGER, SOON);
            assertThat(silent.wasLeft()).isTrue();
        }
    }

    @Test
    void aServerThatClosesAtOnceIsBad() throws Exception {
        try (var rude = ScriptedServer.sending("")) {
            assertThat(whyBad(get(rude))).isEqualTo("it closed the connection without an answer");
        }
        try (var torn = ScriptedServer.sending("HTTP/1.1 200 OK\r\nContent-")) {
            assertThat(whyBad(get(torn)))
                    .isEqualTo("it closed the connection in the middle of its answer");
        }
    }

    @Test
    void garbageIsBad() throws Exception {
        for (String garbage :
                List.of("\0\1\2\uffff\n", "220 mail ready\r\n", "HTTP/2 200\r\n\r\n", "\n")) {
            try (var strange = ScriptedServer.sending(garbage)) {
                assertThat(whyBad(get(strange))).startsWith("it does not speak HTTP: \"");
            }
        }
        try (var flood = ScriptedServer.endless("", "x".repeat(1000))) {
            assertThat(whyBad(get(flood))).isEqualTo("its answer's header does not end");
        }
    }

    @Test
    void aHeaderThatDoesNotEndIsBad() throws Exception {
        try (var flood = ScriptedServer.endless("HTTP/1.1 200 OK\r\n", "X-More: of it\r\n")) {
            assertThat(whyBad(get(flood))).isEqualTo("its answer's header does not end");
            assertThat(flood.wasLeft()).isTrue();
        }
    }

    @Test
    void aBodyThatDoesNotEndIsNotWaitedFor() throws Exception {
        try (var flood = ScriptedServer.endless("HTTP/1.1 200 OK\r\n\r\n", "data: more\n\n")) {
            assertGood(get(flood));
            assertThat(flood.wasLeft()).isTrue();
        }
        try (var stream =
                ScriptedServer.doing(
                        connection -> {
                            connection
                                    .getOutputStream()
                                    .write(
                                            "HTTP/1.1 200 OK\r\n\r\nfirst"
                                                    .getBytes(StandardCharsets.US_ASCII));
                            ScriptedServer.readToEnd(connection);
                        })) {
            assertGood(get(stream));
            assertThat(stream.wasLeft()).isTrue();
        }
    }

    @Test
    void aCancelledAttemptLeavesTheServerAtOnce() throws Exception {
        try (var silent = ScriptedServer.silent()) {
            Attempt attempt = probes.start(get(silent), SOON);
            assertThat(silent.wasConnected()).isTrue();

            attempt.cancel();

            assertThat(resultOf(attempt)).isEqualTo(new ProbeResult.Cancelled());
            assertThat(silent.wasLeft()).isTrue();
        }
    }

    @Test
    void aCancellationAfterTheResultChangesNothing() throws Exception {
        Attempt attempt = probes.start(get("/"), SOON);
        ProbeResult result = resultOf(attempt);

        attempt.cancel();

        assertThat(attempt.result().get()).isEqualTo(result).isNotInstanceOf(Bad.class);
    }

    @Test
    void aHeaderCannotSmuggleAnother() throws Exception {
        var probe = new Probe.Http(uri("/"), Map.of("A", "b\r\nC: d"), Optional.empty());

        assertThat(whyBad(probe)).startsWith("cannot send the header \"A\": ");
    }

    @Test
    void addressesOfOtherKindsAreBad() throws Exception {
        for (String address : List.of("ftp://127.0.0.1/x", "http:/nowhere", "mailto:a@b")) {
            var probe = new Probe.Http(URI.create(address), Map.of(), Optional.empty());

            assertThat(whyBad(probe)).startsWith("cannot ask " + address);
        }
    }

    private static Probe get(String path) {
        return new Probe.Http(uri(path), Map.of(), Optional.empty());
    }

    private static Probe get(ScriptedServer scripted) {
        return new Probe.Http(scripted.uri("/"), Map.of(), Optional.empty());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }
}
