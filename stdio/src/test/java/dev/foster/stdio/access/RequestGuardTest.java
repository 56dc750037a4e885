package dev.foster.stdio.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.Digest;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;
import dev.foster.stdio.spec.NamedToken;
import dev.foster.stdio.spec.Secret;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is let in by name, by page and by token, and what the others are told. */
class RequestGuardTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);
    private static final Credentials TWO =
            Credentials.tokens(
                    List.of(
                            new NamedToken(
                                    "alice",
                                    Secret.of("alices-token"),
                                    Set.of("read"),
                                    Map.of("WHO", "alice")),
                            NamedToken.of("bob", Secret.of("bobs-token"))));

    private static RequestGuard door(HostPolicy rules, Credentials credentials) {
        return RequestGuard.of(rules, credentials, Set.of(), CLOCK);
    }

    private static AccessDecision ask(HostPolicy rules, String host, String... origins) {
        Headers headers = Headers.of("host", host);
        for (String origin : origins) {
            headers = headers.with("origin", origin);
        }
        return door(rules, Credentials.open()).enter(Asked.with(headers), Asked.PATH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:1", "127.0.0.1:65535", "[::1]", "[::1]:80"})
    void theNamesOfThisMachineAreKnown(String host) {
        assertThat(Asked.admitted(ask(HostPolicy.loopback(), host))).isEqualTo(Caller.anonymous());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example.org",
                "localhost.evil.example.org",
                "evil.example.org:8080",
                "localhost:8080@evil",
                "localhost evil",
                "127.0.0.1.nip.io",
                "localhost:",
                "localhost:999999",
                "[::2]",
                "0.0.0.0"
            })
    void anotherNameIsRefused(String host) {
        HttpResponse refusal = Asked.refused(ask(HostPolicy.loopback(), host));

        assertThat(refusal.status()).isEqualTo(403);
        assertThat(Asked.message(refusal)).startsWith("cannot take this Host: ");
    }

    @Test
    void aRequestWithoutANameIsRefused() {
        AccessDecision entry =
                door(HostPolicy.loopback(), Credentials.open())
                        .enter(Asked.with(Headers.none()), Asked.PATH);

        assertThat(Asked.refused(entry).status()).isEqualTo(403);
    }

    @Test
    void moreNamesCanBeGiven() {
        HostPolicy rules =
                HostPolicy.loopback()
                        .hosts(Set.of("MCP.example.org", "other.example.org:8443"))
                        .publicUrl(URI.create("https://public.example.org:1/base/"));

        Asked.admitted(ask(rules, "mcp.EXAMPLE.org:5"));
        Asked.admitted(ask(rules, "other.example.org:8443"));
        Asked.admitted(ask(rules, "public.example.org:1"));
        Asked.admitted(ask(rules, "localhost"));
        Asked.refused(ask(rules, "other.example.org"));
        Asked.refused(ask(rules, "public.example.org"));
        Asked.admitted(ask(HostPolicy.loopback().hosts(Set.of("*")), "any.example.org"));
        Asked.refused(ask(HostPolicy.loopback().hosts(Set.of("*")), "not a name"));
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8080,http://localhost:8080,true",
        "localhost:8080,http://127.0.0.1:3000,true",
        "127.0.0.1,https://[::1],true",
        "localhost,http://evil.example.org,false",
        "localhost,http://localhost.evil.example.org,false",
        "localhost,null,false",
        "localhost,'',false",
        "localhost,file://localhost,false",
        "localhost,http://localhost/path,false",
        "mcp.example.org,http://localhost:3000,false",
        "mcp.example.org,https://mcp.example.org,true",
        "mcp.example.org,https://app.example.org,true",
        "mcp.example.org,https://APP.example.org,true",
        "mcp.example.org,http://app.example.org,false",
        "mcp.example.org,https://app.example.org:444,false",
    })
    void pagesMayAskFromKnownPlacesOnly(String host, String origin, boolean allowed) {
        HostPolicy rules =
                HostPolicy.loopback()
                        .hosts(Set.of("mcp.example.org"))
                        .origins(Set.of("https://app.example.org"));
        AccessDecision entry = ask(rules, host, origin);

        if (allowed) {
            Asked.admitted(entry);
        } else {
            HttpResponse refusal = Asked.refused(entry);
            assertThat(refusal.status()).isEqualTo(403);
            assertThat(Asked.message(refusal)).startsWith("cannot take this Origin: ");
        }
    }

    @Test
    void twoOriginsAreOneTooMany() {
        AccessDecision entry =
                ask(HostPolicy.loopback(), "localhost", "http://localhost", "http://localhost");

        assertThat(Asked.refused(entry).status()).isEqualTo(403);
    }

    @Test
    void aTokenStandsForItsName() {
        RequestGuard guard = door(HostPolicy.loopback(), TWO);

        Caller alice = Asked.admitted(guard.enter(Asked.bearing("alices-token"), Asked.PATH));
        assertThat(alice.name()).isEqualTo("alice");
        assertThat(alice.bearer()).contains("alices-token");
        assertThat(alice.scopes()).containsExactly("read");
        assertThat(alice.environment()).containsEntry("WHO", "alice");
        assertThat(Asked.admitted(guard.enter(Asked.bearing("bobs-token"), Asked.PATH)).name())
                .isEqualTo("bob");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer ",
                "bearer alices-toke",
                "Bearer alices-token2",
                "Bearer ALICES-TOKEN",
                "Bearer alices-token bobs-token",
                "Bearer alices-token, Bearer bobs-token",
                "Basic alices-token",
                "alices-token",
                "Bearer \"alices-token\"",
                "Bearer =",
                "Bearer alice\u00e9s-token"
            })
    void anotherTokenIsRefusedAndNotRepeated(String header) {
        RequestGuard guard = door(HostPolicy.loopback(), TWO);
        HttpRequest request =
                Asked.with(Headers.of("host", "localhost").with("authorization", header));

        HttpResponse refusal = Asked.refused(guard.enter(request, Asked.PATH));

        assertThat(refusal.status()).isEqualTo(401);
        assertThat(Asked.challenge(refusal))
                .startsWith("Bearer realm=\"mcp\"")
                .doesNotContain("resource_metadata");
        assertThat(Asked.message(refusal)).startsWith("cannot ").doesNotContain("alice");
    }

    @Test
    void noTokenOrTwoAreRefused() {
        RequestGuard guard = door(HostPolicy.loopback(), TWO);
        Headers twice =
                Headers.of("host", "localhost")
                        .with("authorization", "Bearer alices-token")
                        .with("authorization", "Bearer alices-token");

        assertThat(Asked.refused(guard.enter(Asked.local(), Asked.PATH)).status()).isEqualTo(401);
        assertThat(Asked.refused(guard.enter(Asked.with(twice), Asked.PATH)).status())
                .isEqualTo(401);
    }

    @Test
    void anEnormousTokenIsRefusedUnread() {
        RequestGuard guard = door(HostPolicy.loopback(), Credentials.passthrough());

        assertThat(
                        Asked.refused(guard.enter(Asked.bearing("x".repeat(17_000)), Asked.PATH))
                                .status())
                .isEqualTo(401);
    }

    @Test
    void tenThousandRandomHeadersOpenNothing() {
        var random = new Random(4);
        RequestGuard tokens = door(HostPolicy.loopback(), TWO);
        RequestGuard signed =
                door(
                        HostPolicy.loopback().publicUrl(Issuer.PUBLIC),
                        Credentials.jwt(
                                JwtRules.of(
                                        Issuer.NAME,
                                        new KeySource.InFile(Path.of("/nonexistent/keys")))));
        for (int i = 0; i < 10_000; i++) {
            String noise = noise(random);
            HttpRequest request =
                    Asked.with(Headers.of("host", "localhost").with("authorization", noise));

            assertThat(Asked.refused(tokens.enter(request, Asked.PATH)).status()).isEqualTo(401);
            assertThat(Asked.refused(signed.enter(request, Asked.PATH)).status()).isEqualTo(401);
        }
    }

    private static String noise(Random random) {
        String alphabet =
                random.nextBoolean()
                        ? "abcXYZ019-._~+/=. \t,\"\u00ff"
                        : "eyJhbGciOiJub25lIn0.{}\":,";
        var text = new StringBuilder(random.nextInt(4) == 0 ? "" : "Bearer ");
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    @Test
    void everyTokenIsComparedWhicheverIsRight() {
        var compared = new AtomicInteger();
        List<NamedToken> tokens = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tokens.add(NamedToken.of("caller" + i, Secret.of("token" + i)));
        }
        var book =
                new TokenBook(
                        tokens,
                        (one, other) -> {
                            compared.incrementAndGet();
                            return one.isSameAs(other);
                        });

        for (String bearer : List.of("token0", "token19", "token10", "wrong", "")) {
            compared.set(0);
            assertThat(book.caller(bearer).isPresent()).isEqualTo(bearer.startsWith("token"));
            assertThat(compared).hasValue(20);
        }
    }

    @Test
    void aTokenInAFileIsRenewedWhileItsNameStays(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, "first\n");
        RequestGuard guard =
                door(
                        HostPolicy.loopback(),
                        Credentials.tokens(List.of(NamedToken.of("ci", Secret.inFile(file)))));
        Caller before = Asked.admitted(guard.enter(Asked.bearing("first"), Asked.PATH));

        Files.writeString(file, "second\nfirst\n");
        Caller after = Asked.admitted(guard.enter(Asked.bearing("second"), Asked.PATH));
        Asked.admitted(guard.enter(Asked.bearing("first"), Asked.PATH));
        assertThat(after.name()).isEqualTo(before.name()).isEqualTo("ci");
        assertThat(after.sameBearer(before)).isFalse();

        for (int i = 10; i < 30; i++) {
            // Of the same length, and faster than the clock of the file system.
            Files.writeString(file, "same" + i);
            Asked.admitted(guard.enter(Asked.bearing("same" + i), Asked.PATH));
            Asked.refused(guard.enter(Asked.bearing("same" + (i - 1)), Asked.PATH));
        }
        Files.delete(file);
        Asked.refused(guard.enter(Asked.bearing("same29"), Asked.PATH));
    }

    @Test
    void aTokenFileMustBeOfUse(@TempDir Path folder) throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), " \n\n");

        assertThatThrownBy(() -> Secret.inFile(empty)).hasMessageStartingWith("cannot use");
        assertThatThrownBy(() -> Secret.inFile(folder.resolve("none")))
                .hasMessageStartingWith("cannot read the token in ");
        assertThatThrownBy(() -> Secret.of(" ")).hasMessageStartingWith("cannot use");
        assertThatThrownBy(
                        () ->
                                Credentials.tokens(
                                        List.of(
                                                NamedToken.of("a", Secret.of("x")),
                                                NamedToken.of("a", Secret.of("y")))))
                .hasMessageStartingWith("cannot take two tokens");
    }

    @Test
    void aTokenThatIsPassedOnIsItsOwnCaller() {
        RequestGuard guard = door(HostPolicy.loopback(), Credentials.passthrough());

        Caller one = Asked.admitted(guard.enter(Asked.bearing("my-own"), Asked.PATH));
        Caller again = Asked.admitted(guard.enter(Asked.bearing("my-own"), Asked.PATH));
        Caller other = Asked.admitted(guard.enter(Asked.bearing("another"), Asked.PATH));

        assertThat(one.bearer()).contains("my-own");
        assertThat(one).isEqualTo(again);
        assertThat(one.sameBearer(again)).isTrue();
        assertThat(one.name()).isNotEqualTo(other.name()).doesNotContain("my-own");
        assertThat(Asked.refused(guard.enter(Asked.local(), Asked.PATH)).status()).isEqualTo(401);
    }

    @Test
    void nobodyElseReadsTheSecrets(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "sesame");
        Caller caller =
                Caller.of("alice", Optional.of("sesame"), Set.of(), Map.of("PASSWORD", "sesame"));
        NamedToken token =
                new NamedToken("a", Secret.of("sesame"), Set.of(), Map.of("KEY", "sesame"));

        assertThat(
                        List.of(
                                caller,
                                new AccessDecision.Admitted(caller),
                                token,
                                token.secret(),
                                Secret.inFile(file),
                                Credentials.tokens(List.of(token)),
                                Digest.of("sesame")))
                .allSatisfy(each -> assertThat(each.toString()).doesNotContain("sesame"));
    }
}
