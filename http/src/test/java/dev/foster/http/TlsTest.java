package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A server inside TLS against the JDK's own, and against clients that speak something else. */
@Timeout(60)
class TlsTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final HttpLimits LIMITS = HttpLimits.defaults().bodyBytes(8 << 20);

    private HttpServer server;
    private Leaks before;

    @BeforeEach
    void start() throws IOException {
        // What the JDK opens for its first TLS stays open.
        try (HttpServer first = serve(LIMITS);
                SSLSocket socket = socket(first)) {
            socket.startHandshake();
        }
        before = Leaks.snapshot();
        server = serve(LIMITS);
    }

    @AfterEach
    void nothingIsLeft() {
        server.close();
        before.assertNothingLeft();
    }

    private static HttpServer serve(HttpLimits limits) throws IOException {
        return HttpServer.on(
                new InetSocketAddress(HERE, 0),
                Optional.of(Certified.context()),
                limits,
                request ->
                        new HttpResponse(
                                200,
                                Headers.none(),
                                new HttpResponse.Whole(request.body().bytes())));
    }

    private static SSLSocket socket(HttpServer server) throws IOException {
        int port = ((InetSocketAddress) server.address()).getPort();
        return (SSLSocket) Certified.context().getSocketFactory().createSocket(HERE, port);
    }

    private static void ask(SSLSocket socket, byte[] body) throws IOException {
        byte[] head =
                ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        socket.getOutputStream().write(head);
        socket.getOutputStream().write(body);
    }

    private static byte[] answer(SSLSocket socket, int length) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = socket.getInputStream().read();
            assertThat(next).as(head.toString()).isNotNegative();
            head.append((char) next);
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 200 OK\r\n");
        return socket.getInputStream().readNBytes(length);
    }

    private void stillServes() throws IOException {
        try (SSLSocket socket = socket(server)) {
            ask(socket, new byte[] {1, 2, 3});
            assertThat(answer(socket, 3)).containsExactly(1, 2, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bytesOfAnySizeComeBackAsTheyWere(String version) throws IOException {
        var random = new Random(7);
        try (SSLSocket socket = socket(server)) {
            socket.setEnabledProtocols(new String[] {version});
            for (int size : new int[] {0, 1, 1000, 16_383, 16_384, 16_385, 100_000, 5_000_000}) {
                byte[] body = new byte[size];
                random.nextBytes(body);
                ask(socket, body);
                assertThat(answer(socket, size)).isEqualTo(body);
            }
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        }
    }

    @Test
    void theProtocolAgreedOnIsHttp1() throws IOException {
        try (SSLSocket socket = offering("h2", "http/1.1")) {
            socket.startHandshake();

            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
        try (SSLSocket socket = offering("h2")) {
            assertThatThrownBy(
                            () -> {
                                socket.startHandshake();
                                answer(socket, 0);
                            })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no_application_protocol");
        }
    }

    private SSLSocket offering(String... protocols) throws IOException {
        SSLSocket socket = socket(server);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Test
    void aClientOfPlainHttpIsSentAway() throws IOException {
        assertThat(RawConnection.ask(server.address(), "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
                .doesNotContain("HTTP");
        stillServes();
    }

    @Test
    void randomBytesAreSentAway() throws IOException {
        var random = new Random(42);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[1 + random.nextInt(300)];
            random.nextBytes(noise);
            if (i % 2 == 0 && noise.length > 5) {
                // A proper record of nonsense.
                noise[0] = 22;
                noise[1] = 3;
                noise[2] = 3;
                noise[3] = 0;
                noise[4] = (byte) (noise.length - 5);
            }
            String text = new String(noise, StandardCharsets.ISO_8859_1);
            try (RawConnection client = new RawConnection(server.address())) {
                client.send(text);
                client.endOutput();
                assertThat(client.rest()).doesNotContain("HTTP");
            }
        }
        stillServes();
    }

    @Test
    void whoHangsInTheHandshakeIsCutOffAndHoldsNobodyUp() throws IOException {
        server.close();
        server = serve(LIMITS.requestTime(Duration.ofSeconds(4)));
        List<RawConnection> hanging = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                hanging.add(new RawConnection(server.address()));
                hanging.getLast().send(i % 2 == 0 ? "" : "\u0016\u0003\u0001\u0002\u0000\u0001");
            }
            stillServes();
            for (RawConnection connection : hanging) {
                connection.rest();
            }
        } finally {
            hanging.forEach(RawConnection::close);
        }
        Eventually.until(SOON, "all are forgotten", () -> server.connections() == 0);
    }

    @Test
    void nobodyShakesHandsTwice() throws IOException {
        try (SSLSocket socket = socket(server)) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            ask(socket, new byte[1]);
            answer(socket, 1);

            assertThatThrownBy(
                            () -> {
                                socket.startHandshake();
                                ask(socket, new byte[1]);
                                answer(socket, 1);
                            })
                    .isInstanceOfAny(IOException.class, AssertionError.class);
        }
        stillServes();
    }

    @Test
    void newKeysInBetweenAreFine() throws IOException {
        try (SSLSocket socket = socket(server)) {
            socket.setEnabledProtocols(new String[] {"TLSv1.3"});
            for (int i = 0; i < 5; i++) {
                ask(socket, new byte[] {(byte) i});
                assertThat(answer(socket, 1)).containsExactly(i);
                socket.startHandshake();
            }
        }
    }

    /** Lets its client in, and keeps him. */
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

    @Test
    void oneConnectionTooManyIsToldInsideTls() throws IOException {
        try (HttpServer small =
                        HttpServer.on(
                                new InetSocketAddress(HERE, 0),
                                Optional.of(Certified.context()),
                                LIMITS.connections(1),
                                TlsTest::held);
                SSLSocket first = socket(small)) {
            first.getOutputStream()
                    .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(first.getInputStream().read()).isEqualTo('H');
            try (SSLSocket second = socket(small)) {
                byte[] said = second.getInputStream().readAllBytes();
                assertThat(new String(said, StandardCharsets.UTF_8)).startsWith("HTTP/1.1 503 ");
            }
        }
    }

    @Test
    void whatCannotBeServedIsSaidAtOnce() throws NoSuchAlgorithmException {
        SSLContext empty = SSLContext.getInstance("TLS");
        var nowhere = InetSocketAddress.createUnresolved("nowhere.invalid", 0);
        var here = new InetSocketAddress(HERE, 0);

        assertThatThrownBy(() -> on(here, empty)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> on(nowhere, Certified.context()))
                .isInstanceOf(UnknownHostException.class);
    }

    private static void on(InetSocketAddress address, SSLContext context) throws IOException {
        HttpServer.on(address, Optional.of(context), LIMITS, _ -> HttpResponse.empty(202)).close();
    }
}
