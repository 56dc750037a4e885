package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Both ends against each other, and against the JDK's client. */
@Timeout(30)
class HttpClientTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);
    @TempDir private Path folder;
    private HttpServer unix;
    private HttpServer tcp;

    @BeforeEach
    void start() throws IOException {
        unix = HttpServer.onUnixSocket(folder.resolve("s"), HttpLimits.defaults(), this::answer);
        tcp = HttpServer.onLoopback(0, HttpLimits.defaults(), this::answer);
    }

    @AfterEach
    void stop() {
        release.countDown();
        unix.close();
        tcp.close();
    }

    private HttpResponse answer(HttpRequest request) {
        return switch (request.path().getFirst()) {
            case "large" -> HttpResponse.of(200, "text/plain", "x".repeat(3_000_000));
            case "never" -> {
                try {
                    release.await();
                } catch (InterruptedException interrupt) {
                    Thread.currentThread().interrupt();
                }
                yield HttpResponse.of(200, "text/plain", "late");
            }
            case "events" ->
                    HttpResponse.events(
                            stream -> {
                                stream.send(SseEvent.HEARTBEAT);
                                stream.send(SseEvent.of("a", "1").id("7").bytes());
                                stream.send(SseEvent.of("b", "ü").bytes());
                            });
            default ->
                    HttpResponse.of(
                            202,
                            "text/plain",
                            request.path()
                                    + " "
                                    + request.query()
                                    + " "
                                    + request.headers().first("user-agent").orElse("")
                                    + " "
                                    + request.peer().name()
                                    + " "
                                    + new String(request.body().bytes(), StandardCharsets.UTF_8));
        };
    }

    private HttpClient client() {
        return HttpClient.onUnixSocket(folder.resolve("s")).with("user-agent", "test");
    }

    @Test
    void whatIsAskedArrivesWhateverItsCharacters() throws IOException {
        Target target = Target.of("v1", "a/b c%", "").with("q", "1+2&3=ü").with("q", "");

        HttpReply reply =
                client().send(
                                "POST",
                                target,
                                Optional.of("body".getBytes(StandardCharsets.UTF_8)),
                                LIMIT);

        assertThat(reply.status()).isEqualTo(202);
        assertThat(new String(reply.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "[v1, a/b c%, ] {q=[1+2&3=ü, ]} test "
                                + System.getProperty("user.name")
                                + " body");
    }

    @Test
    void targetsAreReadAsTheyAreWritten() throws IOException {
        Target target = Target.of("a", "").with("x y", "%");

        assertThat(target).hasToString("/a/?x%20y=%25");
        assertThat(Target.parse(target.toString())).isEqualTo(target);
        assertThat(Target.parse("/?a+b=c+d&e&=f").query())
                .isEqualTo(Map.of("a b", List.of("c d"), "e", List.of(""), "", List.of("f")));
    }

    @Test
    void aLargeAnswerComesWhole() throws IOException {
        HttpReply reply = client().send("GET", Target.of("large"), Optional.empty(), LIMIT);

        assertThat(reply.body()).hasSize(3_000_000);
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedForForever() {
        assertThatThrownBy(
                        () ->
                                client().send(
                                                "GET",
                                                Target.of("never"),
                                                Optional.empty(),
                                                Duration.ofMillis(50)))
                .isInstanceOf(InterruptedIOException.class);
    }

    @Test
    void withoutAServerTheConnectionIsRefused() {
        unix.close();

        assertThatThrownBy(() -> client().send("GET", Target.of("x"), Optional.empty(), LIMIT))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(
                        () ->
                                HttpClient.onLoopback(1, "t")
                                        .send("GET", Target.of("x"), Optional.empty(), LIMIT))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void eventsAreReadUntilTheStreamEnds() throws IOException {
        try (Exchange exchange = client().listen(Target.of("events"), Headers.none())) {
            var reader = new SseReader(exchange.body());

            assertThat(reader.next()).contains(SseEvent.of("a", "1").id("7"));
            assertThat(reader.next())
                    .as("the last id stays")
                    .contains(SseEvent.of("b", "ü").id("7"));
            assertThat(reader.next()).isEmpty();
        }
    }

    @Test
    void eventsOfOtherWritersAreReadToo() throws IOException {
        String text =
                """
                : comment
                retry: 5

                event: unfinished

                data
                id:1

                event:x\r
                data:  two\r
                \r
                data: cut off\
                """;
        var reader = new SseReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

        assertThat(reader.next()).contains(SseEvent.of("message", "").id("1"));
        assertThat(reader.next()).contains(SseEvent.of("x", " two").id("1"));
        assertThat(reader.next()).isEmpty();
    }

    @Test
    void anEventIsOneLine() {
        for (String line : Arrays.asList("a\nb", "a\rb")) {
            assertThatThrownBy(() -> SseEvent.of("x", line))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> SseEvent.of(line, "x"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> SseEvent.of("x", "y").id(line))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theClientOfTheJdkUnderstandsTheServer() throws IOException {
        int port = ((InetSocketAddress) tcp.address()).getPort();
        for (String path : List.of("/large", "/events", "/x?y=z", "/large")) {
            var connection =
                    (HttpURLConnection)
                            URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            try (InputStream body = connection.getInputStream()) {
                assertThat(connection.getResponseCode()).isBetween(200, 202);
                assertThat(body.readAllBytes()).isNotEmpty();
            }
        }
    }

    @Test
    void aHeaderCannotSmuggleALine() {
        assertThatThrownBy(
                        () ->
                                client().with("x", "a\r\nb: c")
                                        .send("GET", Target.of("x"), Optional.empty(), LIMIT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
