package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.GatewaySpec.Auth;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;

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
class GatewayTest {
    private static final String ONE = "mcp: {a: {command: run}}\n";

    @TempDir private Path folder;

    private Reading reading() {
        return new Reading(folder);
    }

    private GatewaySpec gateway(String fields) {
        return reading().project(ONE + "mcp_gateway: {" + fields + "}").gateway();
    }

    @Test
    void withoutAWordItIsOnThisMachineBehindAToken() {
        GatewaySpec gateway = reading().project(ONE).gateway();

        assertThat(gateway).isEqualTo(GatewaySpec.usual());
        assertThat(gateway.address()).isEqualTo(new ListenAddress("127.0.0.1", 8808));
        assertThat(gateway.access().auth()).isEqualTo(new Auth.Token());
        assertThat(gateway("")).isEqualTo(gateway);
    }

    @ParameterizedTest
    @CsvSource({
        "8080, 127.0.0.1, 8080",
        "0, 127.0.0.1, 0",
        "'localhost:1', localhost, 1",
        "'\"[::1]:80\"', ::1, 80"
    })
    void itListensWhereTheFileSays(String listen, String host, int port) {
        GatewaySpec gateway = gateway("listen: " + listen);

        assertThat(gateway.address()).isEqualTo(new ListenAddress(host, port));
    }

    @Test
    void callersHaveTokensOfTheirOwn() {
        GatewaySpec gateway =
                reading()
                        .variable("BOB", "s3cret")
                        .project(
                                ONE
                                        + """
                                        mcp_gateway:
                                          auth:
                                            tokens:
                                              alice: {file: alice.token, environment: {HOME: /a}}
                                              bob: {token: "${BOB}", scopes: [read, write]}
                                        """)
                        .gateway();

        assertThat(gateway.access().auth())
                .isEqualTo(
                        new Auth.Tokens(
                                List.of(
                                        new GatewaySpec.Known(
                                                "alice",
                                                Optional.of(folder.resolve("alice.token")),
                                                Optional.empty(),
                                                Map.of("HOME", "/a"),
                                                Set.of()),
                                        new GatewaySpec.Known(
                                                "bob",
                                                Optional.empty(),
                                                Optional.of("s3cret"),
                                                Map.of(),
                                                Set.of("read", "write")))));
        assertThat(gateway.toString()).contains("bob").doesNotContain("s3cret");
    }

    @Test
    void signedTokensHaveAnIssuerAndKeys() {
        assertThat(
                        gateway(
                                        "auth: {jwt: {issuer: me, jwks: https://a.example/k,"
                                                + " audience: [x, y], scopes: s, leeway: 5s}}")
                                .access()
                                .auth())
                .isEqualTo(
                        new Auth.Jwt(
                                new JwtRules(
                                        "me",
                                        new KeySource.AtUrl(URI.create("https://a.example/k")),
                                        Set.of("x", "y"),
                                        Set.of("s"),
                                        Duration.ofSeconds(5))));
        assertThat(
                        ((Auth.Jwt)
                                        gateway(
                                                        "public_url: https://m.example, auth: {jwt:"
                                                                + " {issuer: me, jwks: k.json}}")
                                                .access()
                                                .auth())
                                .rules()
                                .keys())
                .isEqualTo(new KeySource.InFile(folder.resolve("k.json")));
    }

    @Test
    void limitsAndPlacesAreRead() {
        GatewaySpec gateway =
                gateway(
                        "sessions: 7, sessions_per_caller: 2, idle: 1m, age: 2h, max_request: 1MB,"
                                + " rate: 10 in 1s, public_url: https://m.example.org, hosts: [b],"
                                + " origins: [https://c], authorization_servers: https://d,"
                                + " tls: {certificate: c.pem, key: k.pem}");

        assertThat(gateway.limits())
                .isEqualTo(
                        FrontLimits.defaults()
                                .sessions(7)
                                .sessionsPerCaller(2)
                                .idle(Duration.ofMinutes(1))
                                .age(Duration.ofHours(2))
                                .requestBytes(1_000_000)
                                .perMinute(600));
        assertThat(gateway.site().publicUrl()).contains(URI.create("https://m.example.org"));
        assertThat(gateway.site().hosts()).containsExactly("b");
        assertThat(gateway.site().origins()).containsExactly("https://c");
        assertThat(gateway.access().servers()).containsExactly(URI.create("https://d"));
        assertThat(gateway.tls())
                .contains(new Certificate(folder.resolve("c.pem"), folder.resolve("k.pem")));
    }

    @Test
    void whoListensBeyondThisMachineIsToldOfTokensInTheClear() {
        reading().project(ONE + "mcp_gateway: {listen: 0.0.0.0:8808}");
        assertThat(reading().notices())
                .containsExactly(
                        "foster.yaml:2:15: mcp_gateway listens beyond this machine without tls:"
                                + " tokens can be read on the way; add mcp_gateway.tls, or"
                                + " mcp_gateway.public_url when a proxy encrypts");

        reading()
                .project(
                        ONE + "mcp_gateway: {listen: 0.0.0.0:8808, public_url: https://m.example}");
        assertThat(reading().notices()).isEmpty();
    }

    @Test
    void itsOldNameMeansTheSame() {
        Project project = reading().project(ONE + "broker: {listen: 1}");

        assertThat(project.gateway()).isEqualTo(gateway("listen: 1"));
        assertThat(reading().file("foster.yaml", ONE + "broker: {listen: 1}").notices())
                .containsExactly("foster.yaml:2:1: broker is called mcp_gateway now; rename it");
        assertThat(reading().faults(ONE + "broker: {}\nmcp_gateway: {}"))
                .isEqualTo(
                        "foster.yaml:2:1: cannot use the key \"broker\": it means mcp_gateway,"
                                + " which is there too; put both together there");
    }

    @Test
    void layersMeetUnderBothNames() {
        Project project =
                reading()
                        .file("foster.override.yaml", "mcp_gateway: {idle: 1m}")
                        .project(ONE + "broker: {listen: 1}");

        assertThat(project.gateway()).isEqualTo(gateway("listen: 1, idle: 1m"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listen: '0.0.0.0:80', auth: none | foster.yaml:2:37: cannot read mcp_gateway.auth:"
                    + " everybody who reaches 0.0.0.0 could use the servers; listen on 127.0.0.1,"
                    + " or ask for a token",
                "auth: tokn | foster.yaml:2:21: cannot read mcp_gateway.auth: expected one of"
                        + " token, none, passthrough, found the text \"tokn\"; did you mean token?",
                "auth: {jwt: {issuer: a, audience: b, jwks: http://a.example/k}} |"
                    + " foster.yaml:2:58: cannot read mcp_gateway.auth.jwt.jwks: keys are trusted"
                    + " from https alone; write it like https://login.example.org/jwks.json, or"
                    + " name a file",
                "auth: {jwt: {issuer: a, jwks: k.json}} | foster.yaml:2:15: cannot read"
                    + " mcp_gateway.auth.jwt: nothing says for whom a token must have been made;"
                    + " add mcp_gateway.public_url, or audience",
                "max_request: 300MB | foster.yaml:2:28: cannot read mcp_gateway.max_request: it is"
                        + " not between 1KB and 200MB; give another size",
                "rate: 1 in 2h | foster.yaml:2:21: cannot read mcp_gateway.rate: it is less than"
                        + " one a minute or more than 10000000; write it like 600 in 1m",
                "tls: {key: a} | foster.yaml:2:20: cannot read mcp_gateway.tls: it has no"
                    + " certificate; write it like {certificate: server.pem, key: server-key.pem}"
            })
    void whatMakesNoSenseIsTold(String fields, String fault) {
        assertThat(reading().faults(ONE + "mcp_gateway: {" + fields + "}")).isEqualTo(fault);
    }
}
