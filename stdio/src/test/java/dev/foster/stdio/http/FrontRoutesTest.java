package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;

class FrontRoutesTest {
    private final Stage stage = new Stage(Stage.limits().requestBytes(1_000));

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    @Test
    void healthIsToldWithoutCredentials() {
        Reply reply = stage.send(Sent.of("GET", "").at("/healthz"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(stage.send(Sent.of("POST", "{}").at("/healthz")).status()).isEqualTo(405);
    }

    @Test
    void metadataIsToldWithoutCredentials() {
        Sent wanted = Sent.of("GET", "").at("/.well-known/oauth-protected-resource/mcp/fake");
        assertThat(stage.send(wanted).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/mcp", "/mcp/", "/mcp/fake/more", "/other", "/mcp/nobody"})
    void whatIsNotThereIsNotFound(String path) {
        Reply reply = stage.send(Sent.post(Stage.initialize(1)).token("ann.1").at(path));
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("content-type")).contains("application/json");
        assertThat(reply.code()).isEqualTo(-32600);
    }

    @Test
    void withoutCredentialsNobodyComesIn() {
        assertThat(stage.send(Sent.post(Stage.initialize(1))).status()).isEqualTo(401);
        assertThat(stage.send(Sent.get()).status()).isEqualTo(401);
        assertThat(stage.send(Sent.of("DELETE", "")).status()).isEqualTo(401);
        assertThat(stage.send(Sent.post("{}").at("/mcp/nobody")).status()).isEqualTo(401);
        assertThat(stage.fake().talks()).isEmpty();
    }

    @Test
    void aRefusedOriginGetsNoAnswer() {
        Sent evil =
                Sent.post(Stage.initialize(1)).token("ann.1").header("origin", "http://evil.com");
        assertThat(stage.send(evil).status()).isEqualTo(403);
        assertThat(stage.send(Sent.of("OPTIONS", "").header("origin", "http://evil.com")).status())
                .isEqualTo(403);
    }

    @Test
    void otherMethodsAreNamedAsNotAllowed() {
        Reply reply = stage.send(Sent.of("PUT", "{}").token("ann.1"));
        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("allow")).contains("GET, POST, DELETE, OPTIONS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE"})
    void theModernEraHasOnlyPost(String method) {
        Reply reply =
                stage.send(
                        Sent.of(method, "")
                                .session(stage.open("ann.1"))
                                .header("mcp-protocol-version", "2026-07-28"));
        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("allow")).contains("POST, OPTIONS");
    }

    @Test
    void aBodyMustBeJson() {
        Sent text = Sent.post(Stage.initialize(1)).token("ann.1");
        assertThat(stage.send(text.header("content-type", "text/plain")).status()).isEqualTo(415);
        assertThat(stage.send(text.without("content-type")).status()).isEqualTo(415);
        Sent withParameter = text.header("content-type", "Application/JSON; charset=utf-8");
        assertThat(stage.send(withParameter).status()).isEqualTo(200);
    }

    @Test
    void aBodyThatIsTooLongIsRefused() {
        String padded = Stage.initialize(1) + " ".repeat(1_000);
        assertThat(stage.send(Sent.post(padded).token("ann.1")).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|200",
                "text/event-stream|200",
                "*/*|200",
                "text/html, */*;q=0.8|200",
                "APPLICATION/*|200",
                "text/html|406",
                "image/png, text/plain|406"
            })
    void whatAClientTakesIsReadLeniently(String accept, int status) {
        Sent request = Sent.post(Stage.initialize(1)).token("ann.1").header("accept", accept);
        assertThat(stage.send(request).status()).isEqualTo(status);
    }

    @Test
    void aClientThatDoesNotSayWhatItTakesGetsJson() {
        Reply reply = stage.send(Sent.post(Stage.initialize(1)).token("ann.1").without("accept"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("content-type")).contains("application/json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":|-32700|",
                "''|-32700|",
                "nonsense|-32700|",
                "[]|-32600|",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]|-32600|",
                "7|-32600|",
                "{\"id\":7,\"method\":\"ping\"}|-32600|7",
                "{\"jsonrpc\":\"1.0\",\"id\":\"x\",\"method\":\"ping\"}|-32600|\"x\"",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|-32600|",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}|-32600|",
                "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":5}|-32600|9",
                "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"a\",\"params\":5}|-32600|9",
                "{\"jsonrpc\":\"2.0\",\"id\":9}|-32600|9"
            })
    void whatIsNoMessageIsAnsweredUnderItsIdIfThatCanBeRead(String body, long code, String id) {
        Reply reply = stage.send(Sent.post(body).token("ann.1"));
        assertThat(reply.status()).isEqualTo(400);
        var json = reply.json();
        assertThat(json.at("error", "code").orElseThrow().json()).isEqualTo(Long.toString(code));
        assertThat(json.member("id").map(Object::toString)).isEqualTo(Optional.ofNullable(id));
    }
}
