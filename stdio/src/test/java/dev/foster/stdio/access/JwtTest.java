package dev.foster.stdio.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.http.HttpResponse;
import dev.foster.json.JsonText;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signed tokens: good ones, and every way to make others look like them. */
class JwtTest {
    private static final List<String> ALGORITHMS =
            List.of("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA");
    private static final Map<String, KeyPair> KEYS = new ConcurrentHashMap<>();

    @TempDir private Path folder;
    private Instant now = Instant.EPOCH.plusSeconds(500);
    private final InstantSource clock = () -> now;
    private RequestGuard guard;

    /** Made once: keys of RSA take their time. */
    private static KeyPair keys(String name) {
        return KEYS.computeIfAbsent(name, Issuer::keys);
    }

    @BeforeEach
    void open() throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        ALGORITHMS.forEach(each -> all.add(Issuer.publicKey(each, keys(each))));
        all.add(Map.of("kty", "oct", "kid", "shared", "k", "c2VjcmV0"));
        all.add(Map.of("kty", "RSA", "kid", "broken", "n", "!", "e", "AQAB"));
        all.add(Map.of("kty", "RSA", "kid", "short", "n", "AQAB", "e", "AQAB"));
        Path file = Files.writeString(folder.resolve("keys"), Issuer.keySet(all));
        guard = door(JwtRules.of(Issuer.NAME, new KeySource.InFile(file)));
    }

    private RequestGuard door(JwtRules rules) {
        return RequestGuard.of(
                HostPolicy.loopback().publicUrl(Issuer.PUBLIC),
                Credentials.jwt(rules),
                Set.of(),
                clock);
    }

    private AccessDecision enter(String token) {
        return guard.enter(Asked.bearing(token), Asked.PATH);
    }

    private HttpResponse refusedFor(String token, String why) {
        HttpResponse refusal = Asked.refused(enter(token));
        assertThat(refusal.status()).isEqualTo(401);
        assertThat(Asked.message(refusal))
                .isEqualTo("cannot accept the token: " + why + "; get a new one");
        assertThat(Asked.challenge(refusal))
                .contains("error=\"invalid_token\"")
                .contains("error_description=\"" + why + "\"")
                .contains("resource_metadata=\"http://localhost:8080/.well-known/");
        return refusal;
    }

    private static String token(String algorithm, Map<String, Object> claims) {
        return Issuer.token(algorithm, algorithm, keys(algorithm).getPrivate(), claims);
    }

    private static String with(String name, Object value) {
        Map<String, Object> claims = Issuer.claims();
        claims.put(name, value);
        return token("ES256", claims);
    }

    private static String without(String name) {
        Map<String, Object> claims = Issuer.claims();
        claims.remove(name);
        return token("ES256", claims);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"})
    void aSignedTokenStandsForItsSubject(String algorithm) {
        String token = token(algorithm, Issuer.claims());

        for (int i = 0; i < 2; i++) {
            Caller caller = Asked.admitted(enter(token));
            assertThat(caller.name()).isEqualTo(Issuer.NAME + "|alice");
            assertThat(caller.bearer()).contains(token);
            assertThat(caller.scopes()).containsExactlyInAnyOrder("mcp:read", "mcp:write");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"})
    void whatIsChangedAfterwardsIsRefused(String algorithm) {
        String token = token(algorithm, Issuer.claims());
        Asked.admitted(enter(token));
        var random = new Random(1);
        for (int i = 0; i < 60; i++) {
            int at = random.nextInt(token.length() - 3);
            char changed = token.charAt(at) == 'A' ? 'B' : 'A';
            String forged = token.substring(0, at) + changed + token.substring(at + 1);

            assertThat(Asked.refused(enter(forged)).status()).isEqualTo(401);
        }
    }

    @Test
    void aTokenOfAnotherKeyIsRefused() {
        refusedFor(
                Issuer.token("RS256", "RS256", keys("other").getPrivate(), Issuer.claims()),
                "its signature is wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "NONE", "nOnE", "", "HS256", "HS384", "ES512", "RS1"})
    void algorithmsThatProveNothingAreNotKnown(String algorithm) {
        String text = Issuer.unsigned(Issuer.head(algorithm, "RS256"), Issuer.claims());

        refusedFor(text + ".AAAA", "its algorithm is not accepted here");
        assertThat(Asked.refused(enter(text + ".")).status()).isEqualTo(401);
        assertThat(Asked.refused(enter(text)).status()).isEqualTo(401);
    }

    @Test
    void thePublicKeyIsNotASharedSecret() throws GeneralSecurityException {
        for (byte[] secret :
                List.of(
                        keys("RS256").getPublic().getEncoded(),
                        JsonText.write(Issuer.publicKey("RS256", keys("RS256")))
                                .getBytes(StandardCharsets.UTF_8),
                        "secret".getBytes(StandardCharsets.UTF_8))) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            for (String id : List.of("RS256", "shared")) {
                String text = Issuer.unsigned(Issuer.head("HS256", id), Issuer.claims());
                byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));

                refusedFor(
                        text + "." + Issuer.part(signature), "its algorithm is not accepted here");
            }
        }
    }

    @Test
    void aKeyIsUsedForItsOwnAlgorithmOnly() throws IOException {
        // The right signature, under the name of a key of another kind.
        refusedFor(
                Issuer.token("ES256", "RS256", keys("ES256").getPrivate(), Issuer.claims()),
                "the issuer has no such key, or its keys cannot be read");
        Map<String, Object> key = Issuer.publicKey("k", keys("RS256"));
        key.put("alg", "PS256");
        Path file = Files.writeString(folder.resolve("one"), Issuer.keySet(List.of(key)));
        guard = door(JwtRules.of(Issuer.NAME, new KeySource.InFile(file)));

        Asked.admitted(
                enter(Issuer.token("PS256", "k", keys("RS256").getPrivate(), Issuer.claims())));
        refusedFor(
                Issuer.token("RS256", "k", keys("RS256").getPrivate(), Issuer.claims()),
                "the issuer has no such key, or its keys cannot be read");
    }

    @Test
    void twoKeysOfOneNameDoNotStandInForEachOther() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("same"),
                        Issuer.keySet(
                                List.of(
                                        Issuer.publicKey("k", keys("ES256")),
                                        Issuer.publicKey("k", keys("RS256")))));
        guard = door(JwtRules.of(Issuer.NAME, new KeySource.InFile(file)));

        for (String algorithm : List.of("ES256", "RS256")) {
            Asked.admitted(
                    enter(
                            Issuer.token(
                                    algorithm,
                                    "k",
                                    keys(algorithm).getPrivate(),
                                    Issuer.claims())));
        }
        refusedFor(
                Issuer.token("RS256", "k", keys("other").getPrivate(), Issuer.claims()),
                "its signature is wrong");
    }

    @Test
    void aTokenThatNamesNoKeyIsTriedWithAllThatFit() {
        Map<String, Object> head = new LinkedHashMap<>(Map.of("alg", "ES384"));

        Asked.admitted(
                enter(
                        Issuer.signed(
                                "ES384",
                                keys("ES384").getPrivate(),
                                Issuer.unsigned(head, Issuer.claims()))));
    }

    @ParameterizedTest
    @CsvSource({
        "crit,it asks for extensions that are not known here",
        "typ,it is a token of another type"
    })
    void headsThatMeanMoreAreRefused(String name, String why) {
        Map<String, Object> head = Issuer.head("ES256", "ES256");
        head.put(name, name.equals("crit") ? List.of("b64") : "logout+jwt");

        refusedFor(
                Issuer.signed(
                        "ES256",
                        keys("ES256").getPrivate(),
                        Issuer.unsigned(head, Issuer.claims())),
                why);
    }

    @Test
    void aKeyThatTheTokenBringsAlongIsNotUsed() {
        Map<String, Object> head = Issuer.head("RS256", "RS256");
        head.put("jwk", Issuer.publicKey("RS256", keys("other")));
        head.put("jku", "http://localhost:1/keys");

        refusedFor(
                Issuer.signed(
                        "RS256",
                        keys("other").getPrivate(),
                        Issuer.unsigned(head, Issuer.claims())),
                "its signature is wrong");
    }

    @Test
    void timeIsHeldToWithALittleLeeway() {
        String token = token("ES256", Issuer.claims());
        now = Instant.ofEpochSecond(1059);
        Asked.admitted(enter(token));
        now = Instant.ofEpochSecond(1060);
        refusedFor(token, "it has expired");
        now = Instant.ofEpochSecond(500);
        Asked.admitted(enter(with("nbf", 560L)));
        refusedFor(with("nbf", 561L), "it is not valid yet");
        refusedFor(with("nbf", "soon"), "it is not valid yet");
        refusedFor(without("exp"), "it does not say when it expires");
        refusedFor(with("exp", "1000"), "it does not say when it expires");
        Asked.admitted(enter(with("exp", 1e18)));
        refusedFor(with("exp", -1e300), "it has expired");
    }

    @Test
    void theIssuerAndTheAudienceMustBeRight() {
        refusedFor(with("iss", "https://evil.example.org"), "another issuer has made it");
        refusedFor(with("iss", Issuer.NAME + "/"), "another issuer has made it");
        refusedFor(without("iss"), "another issuer has made it");
        refusedFor(with("aud", "https://elsewhere.example.org"), "it is meant for somebody else");
        refusedFor(with("aud", Issuer.RESOURCE + "2"), "it is meant for somebody else");
        refusedFor(with("aud", List.of()), "it is meant for somebody else");
        refusedFor(without("aud"), "it is meant for somebody else");
        Asked.admitted(enter(with("aud", List.of("x", Issuer.RESOURCE))));
        String forFiles = token("ES256", Issuer.claims());
        assertThat(Asked.refused(guard.enter(Asked.bearing(forFiles), "/mcp/other")).status())
                .as("another server behind the same door")
                .isEqualTo(401);
        guard = door(rules().audiences(Set.of("foster")));
        Asked.admitted(enter(with("aud", "foster")));
    }

    @Test
    void whatAClientCallsUsIsNoAudience() {
        guard =
                RequestGuard.of(
                        HostPolicy.loopback().hosts(Set.of("*")),
                        Credentials.jwt(rules().audiences(Set.of("foster"))),
                        Set.of(),
                        clock);

        refusedFor(with("aud", Issuer.RESOURCE), "it is meant for somebody else");
        Asked.admitted(enter(with("aud", "foster")));
    }

    @Test
    void withoutAnAudienceOrAnAddressNoTokenCouldBeRight() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                RequestGuard.of(
                                        HostPolicy.loopback(),
                                        Credentials.jwt(rules()),
                                        Set.of(),
                                        clock))
                .withMessageContaining("give a public URL, or an audience");
    }

    private JwtRules rules() {
        return JwtRules.of(Issuer.NAME, new KeySource.InFile(folder.resolve("keys")));
    }

    @Test
    void somebodyMustBeMeant() {
        refusedFor(without("sub"), "it does not say whom it is for");
        refusedFor(with("sub", ""), "it does not say whom it is for");
        refusedFor(with("sub", "a\nb"), "it does not say whom it is for");
        refusedFor(with("sub", "a".repeat(256)), "it does not say whom it is for");
        Map<String, Object> claims = Issuer.claims();
        claims.remove("sub");
        claims.put("client_id", "robot");
        assertThat(Asked.admitted(enter(token("ES256", claims))).name())
                .isEqualTo(Issuer.NAME + "|robot");
    }

    @Test
    void whoMayTooLittleIsToldWhatIsMissing() {
        guard = door(rules().scopes(Set.of("mcp:read", "mcp:admin")));
        HttpResponse refusal = Asked.refused(enter(token("ES256", Issuer.claims())));

        assertThat(refusal.status()).isEqualTo(403);
        assertThat(Asked.challenge(refusal))
                .contains("error=\"insufficient_scope\"")
                .contains("scope=\"mcp:admin mcp:read\"");
        assertThat(Asked.message(refusal)).contains("it lacks the scope mcp:admin;");
        Asked.admitted(enter(with("scope", "mcp:admin mcp:read")));
        Asked.admitted(enter(with("scp", List.of("mcp:admin", "mcp:read"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".",
                "..",
                "...",
                "a.b",
                "a.b.c",
                "a.b.c.d",
                "e30.e30.e30",
                "e30.e30.",
                "W10.e30.AA",
                "eyJhbGciOiJSUzI1NiJ9.e30.",
                "eyJhbGciOiJSUzI1NiJ9.W10.AA",
                "eyJhbGciOjF9.e30.AA"
            })
    void garbageIsRefused(String token) {
        assertThat(Asked.refused(enter(token)).status()).isEqualTo(401);
    }

    @Test
    void randomTokensAreRefused() {
        var random = new Random(9);
        String head = Issuer.part(JsonText.write(Issuer.head("RS256", "RS256")));
        for (int i = 0; i < 1000; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            String token = head + "." + Issuer.part(noise) + "." + Issuer.part(noise);

            assertThat(Asked.refused(enter(token)).status()).isEqualTo(401);
        }
    }

    @Test
    void deepAndLongTokensDoNoHarm() {
        String deep = "{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
        assertThat(
                        Asked.refused(
                                        enter(
                                                Issuer.part("{\"alg\":\"RS256\"}")
                                                        + "."
                                                        + Issuer.part(deep)
                                                        + ".AAAA"))
                                .status())
                .isEqualTo(401);
        assertThat(Asked.refused(enter("a".repeat(16_000))).status()).isEqualTo(401);
    }

    @Test
    void keysFromAfarMustComeInsideTls() {
        assertThat(new KeySource.AtUrl(URI.create("https://login.example.org/jwks"))).isNotNull();
        assertThat(new KeySource.AtUrl(URI.create("http://127.0.0.1:1/jwks"))).isNotNull();
        for (String url :
                List.of("http://login.example.org/jwks", "file:///etc/keys", "jwks", "ftp://a/b")) {
            assertThatThrownBy(() -> new KeySource.AtUrl(URI.create(url)))
                    .hasMessageStartingWith("cannot trust keys from ");
        }
    }
}
