package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.http.HttpLimits;
import dev.foster.http.HttpServer;
import dev.foster.stdio.access.RequestGuard;
import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.NamedToken;
import dev.foster.stdio.spec.Secret;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The front with the door it has in life, and with the real time. */
class FrontDoorTest {
    private final Leaks before = Pollers.snapshot();
    private final FakeServer fake = new FakeServer();
    private final McpFront front;
    private final HttpServer http;

    FrontDoorTest() throws IOException {
        var ann = new NamedToken("ann", Secret.of("ann-secret"), Set.of(), Map.of());
        RequestGuard guard =
                RequestGuard.of(
                        HostPolicy.loopback().origins(Set.of("https://app.example.org")),
                        Credentials.tokens(List.of(ann)),
                        Set.of("https://login.example.org"),
                        InstantSource.system());
        FrontLimits limits =
                FrontLimits.defaults()
                        .idle(Duration.ofMillis(200))
                        .ping(Duration.ofMillis(20))
                        .perMinute(8);
        front =
                new McpFront(
                        name -> name.equals("fake") ? Optional.of(fake) : Optional.empty(),
                        guard,
                        limits,
                        FrontListener.none());
        http =
                HttpServer.on(
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                        Optional.empty(),
                        HttpLimits.defaults(),
                        front);
    }

    @AfterEach
    void nothingIsLeft() {
        front.close();
        http.close();
        before.assertNothingLeft();
    }

    /** What came of a request, its body read. */
    private record Got(Reply reply, String body) {}

    private Got send(Sent request) {
        int port = ((InetSocketAddress) http.address()).getPort();
        try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.header("host", "127.0.0.1:" + port).bytes());
            var reply = new Reply(new BufferedInputStream(socket.getInputStream()));
            return new Got(reply, reply.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Sent initialize() {
        return Sent.post(Stage.initialize(1)).token("ann-secret");
    }

    @Test
    void aTokenLetsItsOwnerInAndOthersLearnWhereToGetOne() {
        assertThat(send(initialize()).reply().status()).isEqualTo(200);
        Got refused = send(initialize().without("authorization"));
        assertThat(refused.reply().status()).isEqualTo(401);
        assertThat(refused.reply().header("www-authenticate").orElseThrow())
                .contains("/.well-known/oauth-protected-resource/mcp/fake");
        String place = "/.well-known/oauth-protected-resource/mcp/";
        Got metadata = send(Sent.of("GET", "").at(place + "fake"));
        assertThat(metadata.reply().status()).isEqualTo(200);
        assertThat(metadata.body()).contains("https://login.example.org");
        assertThat(send(Sent.of("GET", "").at(place + "nobody")).reply().status()).isEqualTo(404);
    }

    @Test
    void pagesOfAdmittedOriginsMayReadAnswersAndOthersMayNot() {
        Sent fromPage = initialize().header("origin", "https://app.example.org");
        Reply reply = send(fromPage).reply();
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("access-control-allow-origin")).contains("https://app.example.org");
        assertThat(reply.header("access-control-expose-headers").orElseThrow())
                .containsIgnoringCase("mcp-session-id");
        Reply denied = send(fromPage.without("authorization")).reply();
        assertThat(denied.status()).isEqualTo(401);
        assertThat(denied.header("access-control-allow-origin")).isPresent();
        Reply evil = send(fromPage.header("origin", "https://evil.example.org")).reply();
        assertThat(evil.status()).isEqualTo(403);
        assertThat(evil.header("access-control-allow-origin")).isEmpty();
    }

    @Test
    void aBrowserMayAskBeforehandWithoutCredentials() {
        Sent ask =
                Sent.of("OPTIONS", "")
                        .header("origin", "https://app.example.org")
                        .header("access-control-request-method", "POST")
                        .header(
                                "access-control-request-headers",
                                "mcp-session-id, mcp-param-region");
        Reply reply = send(ask).reply();
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.header("access-control-allow-origin")).contains("https://app.example.org");
        assertThat(reply.header("access-control-allow-methods").orElseThrow())
                .contains("POST", "DELETE");
        assertThat(reply.header("access-control-allow-headers").orElseThrow())
                .containsIgnoringCase("mcp-session-id")
                .containsIgnoringCase("mcp-param-region");
        Reply evil = send(ask.header("origin", "https://evil.example.org")).reply();
        assertThat(evil.status()).isEqualTo(403);
    }

    @Test
    void whoAsksTooOftenIsToldToWait() {
        for (int i = 0; i < 8; i++) {
            assertThat(send(initialize()).reply().status()).isEqualTo(200);
        }
        // On a slow machine so much time has passed that some more are due.
        Reply reply = send(initialize()).reply();
        for (int more = 0; more < 20 && reply.status() == 200; more++) {
            reply = send(initialize()).reply();
        }
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.header("retry-after")).isPresent();
    }

    @Test
    void idleSessionsEndByThemselves() {
        assertThat(send(initialize()).reply().status()).isEqualTo(200);
        assertThat(fake.talks()).hasSize(1);
        Eventually.until(
                Duration.ofSeconds(10), "the session ends", () -> front.sessions().isEmpty());
        // It leaves the list first.
        Eventually.until(
                Duration.ofSeconds(10),
                "its talk is closed",
                () -> fake.talks().getFirst().closed());
    }
}
