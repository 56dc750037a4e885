package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Whatever a client sends, it gets an answer in JSON, and the broker stays whole. */
class FrontFuzzTest {
    private static final int REQUESTS = 2_500;
    private static final List<String> METHODS =
            List.of("POST", "POST", "POST", "POST", "GET", "DELETE", "PUT", "OPTIONS", "HEAD");
    private static final List<String> HEADERS =
            List.of(
                    "mcp-protocol-version",
                    "mcp-method",
                    "mcp-name",
                    "mcp-param-region",
                    "mcp-session-id",
                    "last-event-id",
                    "accept",
                    "content-type",
                    "authorization",
                    "origin");
    private static final List<String> VALUES =
            List.of(
                    "",
                    "application/json",
                    "text/event-stream",
                    "*/*",
                    "2026-07-28",
                    "2025-11-25",
                    "v999.0.0",
                    "initialize",
                    "tools/call",
                    "ping",
                    "add",
                    "=?base64?YWRk?=",
                    "=?base64?=",
                    "=?base64?\u00ff?=",
                    "1-1",
                    "0-0",
                    "Bearer ann.1",
                    "http://localhost",
                    "a,b;c=\"d\"");

    private final Stage stage =
            new Stage(Stage.limits().requestBytes(4_000).sessions(1_000).sessionsPerCaller(1_000));

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    private static <T> T any(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static List<String> bodies() {
        return List.of(
                Stage.initialize(1),
                Stage.request("1", "ping"),
                Stage.request("\"x\"", "unknown/method"),
                Stage.modern("2", "tools/call", "\"name\":\"add\",\"arguments\":{\"region\":1},"),
                Stage.modern("3", "server/discover", ""),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "[" + Stage.request("1", "ping") + "]",
                "");
    }

    private static byte[] body(Random random) {
        byte[] bytes = any(random, bodies()).getBytes(StandardCharsets.UTF_8);
        int changes = Math.max(0, random.nextInt(6) - 2);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 ->
                        bytes[at] =
                                (byte)
                                        any(random, List.of('{', '}', '"', '[', '0', ','))
                                                .charValue();
                default -> bytes = Arrays.copyOf(bytes, at);
            }
        }
        return bytes;
    }

    private Sent request(Random random, String session) {
        Sent sent = Sent.of(any(random, METHODS), "").session(session);
        sent = sent.header("content-type", "application/json").header("accept", "application/json");
        int headers = Math.max(0, random.nextInt(6) - 2);
        for (int i = 0; i < headers; i++) {
            sent =
                    random.nextInt(4) == 0
                            ? sent.without(any(random, HEADERS))
                            : sent.header(any(random, HEADERS), any(random, VALUES));
        }
        if (random.nextInt(4) == 0) {
            sent =
                    sent.header("mcp-protocol-version", Mcp.MODERN)
                            .header("mcp-method", "tools/call");
        }
        return new Sent(sent.method(), sent.path(), sent.headers(), body(random));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everyRequestGetsAnAnswerThatIsNoFault(long seed) throws IOException {
        var random = new Random(seed);
        String session = stage.open("ann.1");
        stage.fake().mirrored(Map.of("region", List.of("region")));
        Socket connection = stage.connect(Sent.of("GET", "").at("/healthz"));
        assertThat(Stage.receive(connection).body()).contains("ok");
        int taken = 0;
        for (int i = 0; i < REQUESTS; i++) {
            Sent sent = request(random, session);
            connection.getOutputStream().write(sent.bytes());
            Reply reply = Stage.receive(connection);
            String what = "request " + i + " of seed " + seed + ": " + sent.headers();
            assertThat(reply.status()).as(what).isBetween(200, 499);
            if (reply.isEvents() && sent.method().equals("GET")) {
                // A stream without end: the next request needs a connection of its own.
                Stage.leave(connection);
                connection = stage.connect(Sent.of("GET", "").at("/healthz"));
                assertThat(Stage.receive(connection).body()).contains("ok");
            } else if (!sent.method().equals("HEAD")) {
                String body = reply.body();
                if (!body.isEmpty() && !reply.isEvents()) {
                    assertThat(RawJson.parse(body).isObject()).as(what).isTrue();
                }
            }
            if (reply.status() == 200) {
                taken++;
            }
            if (stage.front().sessions().isEmpty() || reply.status() == 204) {
                session = stage.open("ann.1");
            }
        }
        assertThat(taken).as("enough of them are taken").isGreaterThan(REQUESTS / 50);
        assertThat(
                        stage.send(
                                        Sent.post(Stage.request("1", "ping"))
                                                .session(stage.open("ann.1")))
                                .status())
                .isEqualTo(200);
    }
}
