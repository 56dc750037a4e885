package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Bodies and headers up to the edge of what is allowed, and how TCP is set up. */
@Timeout(60)
class HttpBoundsTest {
    private static final int LARGEST = 256 << 20;

    private final Leaks before = warmSnapshot();
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
        server.ifPresent(HttpServer::close);
        before.assertNothingLeft();
    }

    private static HttpServer serve(HttpLimits limits, HttpHandler handler) throws IOException {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        return HttpServer.on(address, Optional.empty(), limits, handler);
    }

    private HttpServer start(HttpLimits limits, HttpHandler handler) throws IOException {
        server = Optional.of(serve(limits, handler));
        return server.get();
    }

    private static HttpResponse measured(HttpRequest request) {
        return HttpResponse.of(200, "text/plain", "<" + request.body().bytes().length + ">");
    }

    @Test
    void anAnnouncedLengthCostsNothing() throws IOException {
        HttpServer started =
                start(HttpLimits.defaults().bodyBytes(LARGEST), HttpBoundsTest::measured);
        List<RawConnection> promising = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                promising.add(new RawConnection(started.address()));
                promising
                        .getLast()
                        .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGEST)
                        .send("\r\n\r\nabc");
            }
            assertThat(
                            RawConnection.ask(
                                    started.address(),
                                    "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"))
                    .endsWith("<3>");
        } finally {
            promising.forEach(RawConnection::close);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_383, 16_384, 16_385, 999_999, 1_000_000})
    void bodiesUpToTheLimitAreTaken(int size) throws IOException {
        HttpLimits limits = HttpLimits.defaults().bodyBytes(1_000_000);
        HttpServer started = start(limits, HttpBoundsTest::measured);
        String body = "x".repeat(size);

        assertThat(
                        RawConnection.ask(
                                started.address(),
                                "POST / HTTP/1.0\r\nContent-Length: " + size + "\r\n\r\n" + body))
                .endsWith("<" + size + ">");
        String chunk = size == 0 ? "" : Integer.toHexString(size) + "\r\n" + body + "\r\n";
        assertThat(
                        RawConnection.ask(
                                started.address(),
                                "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                                        + "Transfer-Encoding: chunked\r\n\r\n"
                                        + chunk
                                        + "0\r\n\r\n"))
                .endsWith("<" + size + ">");
    }

    @Test
    void everyByteOfABodyAndOfAHeaderIsKept() throws IOException {
        var all = new StringBuilder();
        for (char c = 0; c < 256; c++) {
            all.append(c);
        }
        String value = all.substring(0x80);
        HttpServer started =
                start(
                        HttpLimits.defaults(),
                        request ->
                                new HttpResponse(
                                        200,
                                        Headers.of(
                                                "x-seen",
                                                String.join("|", request.headers().all("X-Many"))),
                                        new HttpResponse.Whole(request.body().bytes())));

        String answer =
                RawConnection.ask(
                        started.address(),
                        "POST / HTTP/1.0\r\nX-Many: \t a  b \t\r\nx-many: "
                                + value
                                + "\r\nContent-Length: 256\r\n\r\n"
                                + all);

        assertThat(answer).contains("x-seen: a  b|" + value + "\r\n").endsWith("\r\n\r\n" + all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001f", "a\u001c", "\u000b", "\f a", "\u007f"})
    void aControlCharacterIsRefusedWhereverItStands(String value) throws IOException {
        HttpServer started = start(HttpLimits.defaults(), HttpBoundsTest::measured);

        assertThat(RawConnection.ask(started.address(), "GET / HTTP/1.0\r\nX: " + value + "\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void anAnswerWithoutContentAnnouncesNoLength() throws IOException {
        HttpServer started = start(HttpLimits.defaults(), _ -> HttpResponse.empty(204));

        assertThat(RawConnection.ask(started.address(), "GET / HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 204 No Content\r\n")
                .doesNotContain("content-length");
    }

    @Test
    void aLargeAnswerComesWhole() throws IOException {
        byte[] large = "0123456789".repeat(300_000).getBytes(StandardCharsets.US_ASCII);
        HttpServer started =
                start(
                        HttpLimits.defaults(),
                        _ -> new HttpResponse(200, Headers.none(), new HttpResponse.Whole(large)));
        Target target = Target.of("x");
        int port = ((InetSocketAddress) started.address()).getPort();

        HttpReply reply =
                HttpClient.onLoopback(port, "t")
                        .send("GET", target, Optional.empty(), Duration.ofSeconds(20));

        assertThat(reply.body()).isEqualTo(large);
    }

    @Test
    void theSystemAsksSilentPeersWhetherTheyLive() throws IOException {
        var any = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(any);
                SocketChannel _ = SocketChannel.open(listener.getLocalAddress());
                SocketChannel accepted = listener.accept()) {
            SocketOptions.apply(accepted);

            assertThat(accepted.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
            assertThat(accepted.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
        }
    }

    @Test
    void noLimitIsBeyondTheLargestBody() {
        assertThat(HttpLimits.defaults().bodyBytes(LARGEST).bodyBytes()).isEqualTo(LARGEST);
        assertThatThrownBy(() -> HttpLimits.defaults().bodyBytes(LARGEST + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cannot take bodies");
    }
}
