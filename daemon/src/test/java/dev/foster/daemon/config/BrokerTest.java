package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.BrokerSpec.Auth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the file says of how MCP servers are offered. */
class BrokerTest {
    private static final String ONE = "mcp: {a: {command: run}}\n";

    @TempDir private Path folder;

    private Reading reading() {
        return new Reading(folder);
    }

    private BrokerSpec broker(String fields) {
        return reading().project(ONE + "broker: {" + fields + "}").broker();
    }

    @Test
    void withoutAWordItIsOnThisMachineBehindAToken() {
        BrokerSpec broker = reading().project(ONE).broker();

        assertThat(broker).isEqualTo(BrokerSpec.usual());
        assertThat(broker.address()).isEqualTo(new ListenAddress("127.0.0.1", 8808));
        assertThat(broker.auth()).isEqualTo(new Auth.Token());
        assertThat(broker("")).isEqualTo(broker);
    }

    @ParameterizedTest
    @CsvSource({
        "8080, 127.0.0.1, 8080",
        "0, 127.0.0.1, 0",
        "'localhost:1', localhost, 1",
        "'\"[::1]:80\"', ::1, 80"
    })
    void itListensWhereTheFileSays(String listen, String host, int port) {
        BrokerSpec broker = broker("listen: " + listen);

        assertThat(broker.address()).isEqualTo(new ListenAddress(host, port));
    }

    @Test
    void callersHaveTokensOfTheirOwn() {
        BrokerSpec broker =
                reading()
                        .variable("BOB", "s3cret")
                        .project(
                                ONE
                                        + """
                                        broker:
                                          auth:
                                            tokens:
                                              alice: {file: alice.token, environment: {HOME: /a}}
                                              bob: {token: "${BOB}", scopes: [read, write]}
                                        """)
                        .broker();

        assertThat(broker.auth())
                .isEqualTo(
                        new Auth.Tokens(
                                List.of(
                                        new BrokerSpec.Known(
                                                "alice",
                                                Optional.of(folder.resolve("alice.token")),
                                                Optional.empty(),
                                                Map.of("HOME", "/a"),
                                                Set.of()),
                                        new BrokerSpec.Known(
                                                "bob",
                                                Optional.empty(),
                                                Optional.of("s3cret"),
                                                Map.of(),
                                                Set.of("read", "write")))));
        assertThat(broker.toString()).contains("bob").doesNotContain("s3cret");
    }

    @Test
    void signedTokensHaveAnIssuerAndKeys() {
        assertThat(
                        broker(
                                        "auth: {jwt: {issuer: me, jwks: https://a.example/k,"
                                                + " audience: [x, y], scopes: s, leeway: 5s}}")
                                .auth())
                .isEqualTo(
                        new Auth.Jwt(
                                "me",
                                Optional.empty(),
                                Optional.of(URI.create("https://a.example/k")),
                                Set.of("x", "y"),
                                Set.of("s"),
                                Optional.of(Duration.ofSeconds(5))));
        assertThat(
                        ((Auth.Jwt)
                                        broker(
                                                        "public_url: https://m.example, auth: {jwt:"
                                                                + " {issuer: me, jwks: k.json}}")
                                                .auth())
                                .keyFile())
                .contains(folder.resolve("k.json"));
    }

    @Test
    void limitsAndPlacesAreRead() {
        BrokerSpec broker =
                broker(
                        "sessions: 7, sessions_per_caller: 2, idle: 1m, age: 2h, max_request: 1MB,"
                                + " rate: 10 in 1s, public_url: https://m.example.org, hosts: [b],"
                                + " origins: [https://c], authorization_servers: https://d,"
                                + " tls: {certificate: c.pem, key: k.pem}");

        assertThat(broker.limits())
                .isEqualTo(
                        new BrokerSpec.Limits(
                                Optional.of(7),
                                Optional.of(2),
                                Optional.of(Duration.ofMinutes(1)),
                                Optional.of(Duration.ofHours(2)),
                                Optional.of(1_000_000)));
        assertThat(broker.perMinute()).contains(600);
        assertThat(broker.publicUrl()).contains(URI.create("https://m.example.org"));
        assertThat(broker.hosts()).containsExactly("b");
        assertThat(broker.origins()).containsExactly("https://c");
        assertThat(broker.authorizationServers()).containsExactly(URI.create("https://d"));
        assertThat(broker.tls())
                .contains(new Certificate(folder.resolve("c.pem"), folder.resolve("k.pem")));
    }

    @Test
    void whoListensBeyondThisMachineIsToldOfTokensInTheClear() {
        reading().project(ONE + "broker: {listen: 0.0.0.0:8808}");
        assertThat(reading().notices())
                .containsExactly(
                        "foster.yaml:2:10: broker listens beyond this machine without tls: tokens"
                            + " can be read on the way; add broker.tls, or broker.public_url when a"
                            + " proxy encrypts");

        reading().project(ONE + "broker: {listen: 0.0.0.0:8808, public_url: https://m.example}");
        assertThat(reading().notices()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listen: '0.0.0.0:80', auth: none | foster.yaml:2:32: cannot read broker.auth:"
                    + " everybody who reaches 0.0.0.0 could use the servers; listen on 127.0.0.1,"
                    + " or ask for a token",
                "auth: tokn |"
                        + " foster.yaml:2:16: cannot read broker.auth: expected one of token, none,"
                        + " passthrough, found the text \"tokn\"; did you mean token?",
                "auth: {jwt: {issuer: a, audience: b, jwks: http://a.example/k}} |"
                    + " foster.yaml:2:53: cannot read broker.auth.jwt.jwks: keys are trusted from"
                    + " https alone; write it like https://login.example.org/jwks.json, or name a"
                    + " file",
                "auth: {jwt: {issuer: a, jwks: k.json}} | foster.yaml:2:10: cannot read"
                        + " broker.auth.jwt: nothing says for whom a token must have been made; add"
                        + " broker.public_url, or audience",
                "max_request: 300MB | foster.yaml:2:23: cannot read broker.max_request: it is not"
                        + " between 1KB and 200MB; give another size",
                "rate: 1 in 2h | foster.yaml:2:16: cannot read broker.rate: it is less than one a"
                        + " minute or more than 10000000; write it like 600 in 1m",
                "tls: {key: a} | foster.yaml:2:15: cannot read broker.tls: it has no certificate;"
                        + " write it like {certificate: server.pem, key: server-key.pem}"
            })
    void whatMakesNoSenseIsTold(String fields, String fault) {
        assertThat(reading().faults(ONE + "broker: {" + fields + "}")).isEqualTo(fault);
    }
}
