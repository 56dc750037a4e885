package dev.foster.daemon.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.ListenAddress;
import dev.foster.daemon.config.WebSpec;
import dev.foster.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Which requests are not even looked at. */
class CrossSiteCheckTest {
    private static final CrossSiteCheck LOCAL = new CrossSiteCheck(WebSpec.usual(), false);
    private static final CrossSiteCheck BEHIND_A_PROXY =
            new CrossSiteCheck(
                    new WebSpec(
                            new ListenAddress("0.0.0.0", 7433),
                            Optional.of(URI.create("https://foster.example.org/board")),
                            Optional.empty(),
                            Optional.empty()),
                    true);
    private static final CrossSiteCheck ENCRYPTED =
            new CrossSiteCheck(
                    new WebSpec(
                            new ListenAddress("box.lan", 7433),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(
                                    new dev.foster.daemon.config.Certificate(
                                            Path.of("a"), Path.of("b")))),
                    true);

    private static int status(CrossSiteCheck guard, Asked asked) {
        return guard.refusal(asked.request()).map(HttpResponse::status).orElse(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:7433",
                "localhost:7433",
                "LOCALHOST:9000",
                "[::1]:7433",
                "localhost"
            })
    void thisMachineSOwnNamesAreKnown(String host) {
        assertThat(status(LOCAL, Asked.get("/").instead("host", host))).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example:7433",
                "127.0.0.1.evil.example",
                "localhost.evil.example:7433",
                "127.0.0.1:7433@evil.example",
                "192.168.1.7:7433",
                "0.0.0.0:7433",
                "",
                "localhost:7433 "
            })
    void anyOtherNameMayHaveBeenPointedHere(String host) {
        assertThat(status(LOCAL, Asked.get("/").instead("host", host))).isEqualTo(421);
    }

    @Test
    void aRequestHasOneHost() {
        assertThat(status(LOCAL, Asked.get("/").without("host"))).isEqualTo(421);
        assertThat(status(LOCAL, Asked.get("/").with("host", "localhost"))).isEqualTo(421);
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:7433, 200",
        "http://127.0.0.1:8000, 403",
        "http://127.0.0.1, 403",
        "https://127.0.0.1:7433, 403",
        "http://localhost:7433, 403",
        "http://evil.example, 403",
        "null, 403",
        "'', 403"
    })
    void anOriginIsTheHostThatWasAsked(String origin, int status) {
        assertThat(status(LOCAL, Asked.get("/v1/project").with("origin", origin)))
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"same-origin, 200", "none, 200", "same-site, 403", "cross-site, 403", "x, 403"})
    void aPageOfAnotherSiteMayNotAsk(String site, int status) {
        assertThat(status(LOCAL, Asked.get("/v1/project").with("sec-fetch-site", site)))
                .isEqualTo(status);
        assertThat(status(LOCAL, Asked.get("/main.js").with("sec-fetch-site", site)))
                .isEqualTo(status);
    }

    @Test
    void aLinkElsewhereMayOpenThePageButNotTheApi() {
        Asked link =
                Asked.get("/")
                        .with("sec-fetch-site", "cross-site")
                        .with("sec-fetch-mode", "navigate")
                        .with("sec-fetch-dest", "document");
        assertThat(status(LOCAL, link)).isEqualTo(200);
        assertThat(status(LOCAL, link.instead("sec-fetch-dest", "iframe"))).isEqualTo(403);
        assertThat(status(LOCAL, new Asked("GET", "/v1/logs", link.headers(), ""))).isEqualTo(403);
        assertThat(status(LOCAL, new Asked("POST", "/", link.headers(), ""))).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "foster.example.org, https://foster.example.org, 200",
        "127.0.0.1:7433, https://foster.example.org, 200",
        "foster.example.org, http://foster.example.org, 403",
        "foster.example.org, https://other.example.org, 403",
        "foster.example.org:7433, https://foster.example.org, 421",
        "other.example.org, https://other.example.org, 421",
        "192.168.1.7:7433, http://192.168.1.7:7433, 421"
    })
    void behindAProxyThePublicNameIsKnownToo(String host, String origin, int status) {
        Asked asked = Asked.get("/v1/project").instead("host", host).with("origin", origin);
        assertThat(status(BEHIND_A_PROXY, asked)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "box.lan:7433, 200",
        "192.168.1.7:7433, 200",
        "'[fe80::1]:7433', 200",
        "evil.example:7433, 421"
    })
    void beyondThisMachineItsNameAndItsNumbersAreKnown(String host, int status) {
        assertThat(status(ENCRYPTED, Asked.get("/").instead("host", host))).isEqualTo(status);
        assertThat(
                        status(
                                ENCRYPTED,
                                Asked.get("/")
                                        .instead("host", host)
                                        .with("origin", "https://" + host)))
                .isEqualTo(status);
    }

    // ---- changes ----

    private static int change(Asked asked) {
        return LOCAL.refusalToChange(asked.request()).map(HttpResponse::status).orElse(200);
    }

    @Test
    void aChangeNeedsTheHeaderNoOtherPageCanSend() {
        assertThat(change(Asked.post("/v1/stop", "{}"))).isEqualTo(200);
        assertThat(change(Asked.post("/v1/stop", "{}").without("foster-request"))).isEqualTo(403);
        assertThat(change(Asked.post("/v1/stop", "{}").instead("foster-request", "2")))
                .isEqualTo(403);
        assertThat(change(Asked.of("DELETE", "/v1/mcp/sessions/x"))).isEqualTo(403);
        assertThat(change(Asked.get("/v1/stop"))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, 200",
        "application/json; charset=utf-8, 200",
        "application/octet-stream, 200",
        "APPLICATION/JSON, 200",
        "text/plain, 415",
        "application/x-www-form-urlencoded, 415",
        "multipart/form-data; boundary=x, 415",
        "application/jsonp, 415"
    })
    void whatAFormCanSendIsNoChange(String type, int status) {
        assertThat(change(Asked.post("/v1/stop", "{}").instead("content-type", type)))
                .isEqualTo(status);
    }

    @Test
    void aChangeWithoutABodyNeedsNoType() {
        assertThat(change(Asked.post("/v1/reload", "").without("content-type"))).isEqualTo(200);
        assertThat(change(Asked.post("/v1/reload", "x").without("content-type"))).isEqualTo(415);
    }
}
