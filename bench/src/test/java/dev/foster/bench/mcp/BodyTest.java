package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/** Answers as they arrive. */
class BodyTest {
    private static final String OTHER =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}";

    @Test
    void aJsonTextIsTheMessage() {
        var body = new Body("application/json", 7);
        body.add(bytes(ANSWER));
        assertThat(body.message()).isEqualTo(ANSWER);
        assertThat(body.at()).isPositive();
    }

    @Test
    void ofEventsTheOneWithTheIdIsTheMessage() {
        var body = new Body("text/event-stream", 7);
        body.add(bytes("data: " + OTHER + "\n\n"));
        assertThat(body.at()).isZero();
        body.add(bytes("event: message\ndata: " + ANSWER + "\n\n"));
        assertThat(body.message()).isEqualTo(ANSWER);
        assertThat(body.at()).isPositive();
    }

    @Test
    void halfAnEventIsNoMessageYet() {
        var body = new Body("text/event-stream", 7);
        body.add(bytes("data: {\"jsonrpc\":\"2.0\",\"id\":7,"));
        assertThat(body.at()).isZero();
        body.add(bytes("\"result\":{}}\n\n"));
        assertThat(body.message()).isEqualTo(ANSWER);
    }

    @Test
    void whatFollowsTheAnswerDoesNotCount() {
        var body = new Body("text/event-stream", 7);
        body.add(bytes("data: " + ANSWER + "\n\n"));
        long at = body.at();
        body.add(bytes(": keep-alive\n\n"));
        assertThat(body.at()).isEqualTo(at);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
