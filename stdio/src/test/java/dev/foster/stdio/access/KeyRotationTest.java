package dev.foster.stdio.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.http.Headers;
import dev.foster.http.HttpLimits;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.HttpServer;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** An issuer on the web that changes its keys, fails, and is asked as seldom as possible. */
@Timeout(60)
class KeyRotationTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final KeyPair OLD = Issuer.keys("ES256");
    private static final KeyPair NEW = Issuer.keys("ES256");

    private final AtomicInteger fetches = new AtomicInteger();
    private volatile HttpResponse answer = HttpResponse.empty(500);
    private volatile Instant now = Instant.ofEpochSecond(1000);
    private volatile Instant wall = now;
    private Leaks before;
    private HttpServer server;
    private RequestGuard guard;

    @BeforeEach
    void start() throws IOException {
        warmUp();
        before = Leaks.snapshot();
        server = HttpServer.onLoopback(0, HttpLimits.defaults(), this::keys);
        guard = door();
    }

    /** What the JDK's client opens for its first request stays open. */
    private void warmUp() throws IOException {
        server = HttpServer.onLoopback(0, HttpLimits.defaults(), this::keys);
        publish(List.of());
        guard = door();
        Asked.refused(enter("a", OLD));
        server.close();
        fetches.set(0);
    }

    @AfterEach
    void stop() {
        server.close();
        before.assertNothingLeft();
    }

    private RequestGuard door() {
        int port = ((InetSocketAddress) server.address()).getPort();
        var keys = new KeySource.AtUrl(URI.create("http://127.0.0.1:" + port + "/jwks"));
        return RequestGuard.of(
                HostPolicy.loopback().publicUrl(Issuer.PUBLIC),
                Credentials.jwt(JwtRules.of(Issuer.NAME, keys)),
                Set.of(),
                () -> wall,
                () -> Duration.between(Instant.EPOCH, now).toNanos());
    }

    private HttpResponse keys(HttpRequest request) {
        fetches.incrementAndGet();
        return answer;
    }

    private void publish(List<Map<String, Object>> keys) {
        answer = HttpResponse.json(200, Issuer.keySet(keys));
    }

    private AccessDecision enter(String keyId, KeyPair pair) {
        Map<String, Object> claims = Issuer.claims();
        claims.put("exp", wall.getEpochSecond() + 60);
        return guard.enter(
                Asked.bearing(Issuer.token("ES256", keyId, pair.getPrivate(), claims)), Asked.PATH);
    }

    private void later(Duration time) {
        now = now.plus(time);
        wall = wall.plus(time);
    }

    @Test
    void aNewKeyIsFetchedWhenATokenNamesIt() {
        publish(List.of(Issuer.publicKey("old", OLD)));
        Asked.admitted(enter("old", OLD));
        Asked.admitted(enter("old", OLD));
        assertThat(fetches).hasValue(1);

        publish(List.of(Issuer.publicKey("old", OLD), Issuer.publicKey("new", NEW)));
        Asked.refused(enter("new", NEW));
        later(Duration.ofSeconds(30));
        Asked.admitted(enter("new", NEW));
        Asked.admitted(enter("old", OLD));
        assertThat(fetches).hasValue(2);
    }

    @Test
    void aClockThatIsSetBackKeepsNobodyOut() {
        publish(List.of(Issuer.publicKey("old", OLD)));
        Asked.admitted(enter("old", OLD));

        publish(List.of(Issuer.publicKey("new", NEW)));
        wall = wall.minus(Duration.ofDays(1));
        later(Duration.ofSeconds(30));
        Asked.admitted(enter("new", NEW));
    }

    @Test
    void madeUpNamesDoNotMakeUsAskOften() {
        publish(List.of(Issuer.publicKey("old", OLD)));
        for (int i = 0; i < 100; i++) {
            Asked.refused(enter("made-up" + i, NEW));
        }

        assertThat(fetches).hasValue(1);
    }

    @Test
    void anotherIssuersTokensDoNotMakeUsAsk() {
        Map<String, Object> claims = Issuer.claims();
        claims.put("iss", "https://evil.example.org");
        String token = Issuer.token("ES256", "x", NEW.getPrivate(), claims);

        Asked.refused(guard.enter(Asked.bearing(token), Asked.PATH));

        assertThat(fetches).hasValue(0);
    }

    @Test
    void aKeyThatIsWithdrawnIsForgottenInTime() {
        publish(List.of(Issuer.publicKey("old", OLD)));
        Asked.admitted(enter("old", OLD));

        publish(List.of(Issuer.publicKey("new", NEW)));
        later(Duration.ofMinutes(11));
        Eventually.until(
                SOON,
                "the old key is refused",
                () -> enter("old", OLD) instanceof AccessDecision.Refused);
    }

    @Test
    void anIssuerThatFailsKeepsItsKeysForADay() {
        publish(List.of(Issuer.publicKey("old", OLD)));
        Asked.admitted(enter("old", OLD));

        answer = HttpResponse.empty(500);
        later(Duration.ofHours(23));
        Asked.admitted(enter("old", OLD));
        Eventually.until(SOON, "it was asked again", () -> fetches.get() == 2);
        later(Duration.ofHours(2));
        Asked.refused(enter("old", OLD));
    }

    @Test
    void answersThatAreNoKeysOpenNothing() {
        for (HttpResponse bad :
                List.of(
                        HttpResponse.empty(500),
                        HttpResponse.json(200, "{"),
                        HttpResponse.json(200, "[]"),
                        HttpResponse.json(200, "{\"keys\":1}"),
                        HttpResponse.json(200, "{\"keys\":[1,null,{}]}"),
                        HttpResponse.json(200, "{\"keys\":[" + " ".repeat(2 << 20) + "]}"),
                        new HttpResponse(
                                302,
                                Headers.of("location", "http://127.0.0.1:1/"),
                                new HttpResponse.Whole(new byte[0])))) {
            answer = bad;
            guard = door();
            assertThat(Asked.refused(enter("old", OLD)).status()).isEqualTo(401);
        }
    }

    @Test
    void anIssuerThatCannotBeReachedIsNoReasonToFail() {
        server.close();

        assertThat(Asked.message(Asked.refused(enter("old", OLD))))
                .contains("its keys cannot be read");
    }
}
