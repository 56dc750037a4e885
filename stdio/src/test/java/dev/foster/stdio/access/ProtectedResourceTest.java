package dev.foster.stdio.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.JsonText;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What OAuth clients are told, and where they are told to ask for it. */
class ProtectedResourceTest {
    private static final Credentials SIGNED =
            Credentials.jwt(
                    JwtRules.of(Issuer.NAME, new KeySource.InFile(Path.of("/nonexistent/keys")))
                            .scopes(Set.of("mcp:read"))
                            .audiences(Set.of("foster")));

    private static RequestGuard door(HostPolicy rules, Credentials credentials, String... servers) {
        return RequestGuard.of(
                rules, credentials, Set.of(servers), InstantSource.fixed(Instant.EPOCH));
    }

    private static HttpResponse ask(
            RequestGuard guard, String method, String host, String... path) {
        List<String> segments = new ArrayList<>(List.of(".well-known", "oauth-protected-resource"));
        segments.addAll(List.of(path));
        HttpRequest request = Asked.request(method, segments, Headers.of("host", host));
        ProtectedResource metadata = guard.metadata(Asked.PATH::equals);
        assertThat(metadata.serves(request)).isTrue();
        return metadata.answer(request);
    }

    @Test
    void theMetadataNameTheResourceAndItsIssuer() {
        HttpResponse answer =
                ask(door(HostPolicy.loopback(), SIGNED), "GET", "localhost:8080", "mcp", "files");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(JsonText.parseObject(Asked.text(answer)))
                .isEqualTo(
                        Map.of(
                                "resource",
                                Issuer.RESOURCE,
                                "authorization_servers",
                                List.of(Issuer.NAME),
                                "scopes_supported",
                                List.of("mcp:read"),
                                "bearer_methods_supported",
                                List.of("header")));
    }

    @Test
    void theRefusalPointsThere() {
        HttpResponse refusal =
                Asked.refused(door(HostPolicy.loopback(), SIGNED).enter(Asked.local(), Asked.PATH));

        assertThat(refusal.status()).isEqualTo(401);
        assertThat(Asked.challenge(refusal))
                .isEqualTo(
                        "Bearer realm=\"mcp\", scope=\"mcp:read\", resource_metadata=\""
                                + "http://localhost:8080/.well-known/oauth-protected-resource"
                                + "/mcp/files\"");
    }

    @Test
    void behindAProxyEverythingGoesByThePublicAddress() {
        HostPolicy rules =
                HostPolicy.loopback().publicUrl(URI.create("https://mcp.example.org/tools/"));
        RequestGuard guard = door(rules, SIGNED);

        assertThat(Asked.challenge(Asked.refused(guard.enter(Asked.local(), Asked.PATH))))
                .endsWith(
                        "resource_metadata=\"https://mcp.example.org/.well-known/"
                                + "oauth-protected-resource/tools/mcp/files\"");
        for (String[] path :
                List.of(new String[] {"mcp", "files"}, new String[] {"tools", "mcp", "files"})) {
            assertThat(Asked.text(ask(guard, "GET", "mcp.example.org", path)))
                    .contains("\"https://mcp.example.org/tools/mcp/files\"");
        }
        assertThat(Asked.text(ask(guard, "GET", "mcp.example.org")))
                .contains("\"resource\":\"https://mcp.example.org/tools\"");
    }

    @Test
    void insideTlsTheAddressSaysSo() {
        assertThat(
                        Asked.text(
                                ask(
                                        door(HostPolicy.loopback().tls(true), SIGNED),
                                        "GET",
                                        "localhost:8443",
                                        "mcp",
                                        "files")))
                .contains("\"https://localhost:8443/mcp/files\"");
    }

    @Test
    void tokensOfOthersCanBeGotSomewhereToo() {
        RequestGuard guard =
                door(HostPolicy.loopback(), Credentials.passthrough(), "https://git.example.org");

        assertThat(Asked.text(ask(guard, "GET", "localhost", "mcp", "files")))
                .contains("[\"https://git.example.org\"]")
                .doesNotContain("scopes_supported");
        assertThat(Asked.challenge(Asked.refused(guard.enter(Asked.local(), Asked.PATH))))
                .contains("resource_metadata=");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        RequestGuard signed = door(HostPolicy.loopback(), SIGNED);
        RequestGuard open = door(HostPolicy.loopback(), Credentials.open());

        assertThat(ask(signed, "GET", "localhost", "mcp", "other").status()).isEqualTo(404);
        assertThat(ask(open, "GET", "localhost", "mcp", "files").status()).isEqualTo(404);
        assertThat(ask(signed, "POST", "localhost", "mcp", "files").status()).isEqualTo(405);
        assertThat(ask(signed, "GET", "evil.example.org", "mcp", "files").status()).isEqualTo(403);
    }

    @Test
    void otherPathsAreOthersBusiness() {
        ProtectedResource metadata =
                door(HostPolicy.loopback(), SIGNED).metadata(Asked.PATH::equals);

        assertThat(metadata.serves(Asked.local())).isFalse();
        assertThat(
                        metadata.serves(
                                Asked.request(
                                        "GET", List.of(".well-known", "other"), Headers.none())))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://a",
                "mcp.example.org",
                "https://a/?q",
                "https://a/#f",
                "https://u:p@a/",
                "https:///x"
            })
    void aPublicAddressMustBePlain(String url) {
        assertThatThrownBy(() -> HostPolicy.loopback().publicUrl(URI.create(url)))
                .hasMessageStartingWith("cannot be found at ");
    }

    @Test
    void aPageThatMayAskMayAlsoRead() {
        Headers headers =
                Headers.of("host", "localhost")
                        .with("origin", "http://localhost:3000")
                        .with("access-control-request-method", "POST")
                        .with("access-control-request-headers", "mcp-session-id");
        HttpRequest preflight = Asked.request("OPTIONS", List.of("mcp", "files"), headers);

        HttpResponse answer = CrossOrigin.preflight(preflight).orElseThrow();
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.headers().first("access-control-allow-origin"))
                .contains("http://localhost:3000");
        assertThat(answer.headers().first("access-control-allow-headers"))
                .contains("mcp-session-id");
        assertThat(CrossOrigin.preflight(Asked.local())).isEmpty();
        HttpResponse plain = HttpResponse.empty(202);
        assertThat(CrossOrigin.allow(Asked.local(), plain)).isSameAs(plain);
    }
}
