package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.LogLineView;
import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.Peer;
import dev.foster.http.StreamBody;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** What the dashboard asks for, and what is kept from those who come through a port. */
class DashboardRoutesTest {
    private static final Peer OWNER = new Peer("ada", OptionalInt.empty());
    private static final Peer VISITOR = new Peer("127.0.0.1:5", OptionalInt.of(7433));

    private final FakeOperations operations = new FakeOperations();
    private final Routes routes = new Routes(operations);

    private HttpResponse ask(
            String method, String path, Map<String, List<String>> query, String body, Peer peer) {
        return routes.handle(
                new HttpRequest(
                        method,
                        List.of(path.split("/", -1)),
                        query,
                        Headers.none(),
                        HttpRequest.Body.of(body.getBytes(StandardCharsets.UTF_8)),
                        peer));
    }

    private static String text(HttpResponse response) throws IOException, InterruptedException {
        return switch (response.content()) {
            case HttpResponse.Whole(byte[] bytes) -> new String(bytes, StandardCharsets.UTF_8);
            case HttpResponse.Streamed streamed -> {
                var sent = new ByteArrayOutputStream();
                streamed.body()
                        .write(
                                new StreamBody.Stream() {
                                    @Override
                                    public void send(byte[] bytes) throws IOException {
                                        sent.write(bytes);
                                    }

                                    @Override
                                    public void onGone(Runnable action) {}
                                });
                yield sent.toString(StandardCharsets.UTF_8);
            }
        };
    }

    @Test
    void aLinkIsForWhoeverMayUseTheSocket() throws IOException, InterruptedException {
        HttpResponse link = ask("POST", "v1/web", Map.of(), "{\"port\": 8080}", OWNER);
        assertThat(text(link)).contains("\"url\":\"http://127.0.0.1:7433/enter?ticket=once\"");
        assertThat(operations.calls).contains("web 8080 false ada");
        assertThat(ask("POST", "v1/web", Map.of(), "", OWNER).status()).isEqualTo(200);
        HttpResponse refused = ask("POST", "v1/web", Map.of(), "", VISITOR);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(text(refused)).contains("run foster web where foster runs");
        assertThat(ask("POST", "v1/web", Map.of(), "{\"port\": 70000}", OWNER).status())
                .isEqualTo(400);
    }

    @Test
    void howToComeInToTheBusIsForWhoeverMayUseTheSocket() throws IOException, InterruptedException {
        assertThat(text(ask("GET", "v1/bus", Map.of(), "", OWNER))).contains("\"password\"");
        assertThat(text(ask("GET", "v1/bus", Map.of(), "", VISITOR)))
                .contains("\"servers\"")
                .doesNotContain("password")
                .doesNotContain("token")
                .doesNotContain("credentials");
    }

    @Test
    void aRequestCanBeTriedOnTheBus() throws IOException, InterruptedException {
        HttpResponse answer =
                ask(
                        "POST",
                        "v1/bus/request",
                        Map.of(),
                        "{\"subject\": \"dice.roll\", \"data\": \"2d6\", \"timeout_ms\": 500}",
                        VISITOR);
        assertThat(text(answer)).isEqualTo("{\"data\":\"7\",\"took_ms\":1.5}");
        assertThat(operations.calls).contains("busRequest dice.roll 2d6 PT0.5S");
        for (String wrong : List.of("{}", "{\"subject\": \"a\", \"timeout_ms\": 0}", "[]")) {
            assertThat(ask("POST", "v1/bus/request", Map.of(), wrong, VISITOR).status())
                    .isEqualTo(400);
        }
        assertThat(text(ask("GET", "v1/bus/subjects", Map.of(), "", VISITOR)))
                .contains("\"subject\":\"dice.*\"");
    }

    @Test
    void aLogIsAFileOfPlainText() throws IOException, InterruptedException {
        for (int i = 0; i < 2500; i++) {
            operations.lines.add(
                    new LogLineView(
                            Instant.EPOCH.plusSeconds(i),
                            "web",
                            "out",
                            "<b>line " + i,
                            "c" + (i + 1)));
        }
        HttpResponse file =
                ask(
                        "GET",
                        "v1/logs",
                        Map.of("name", List.of("web"), "format", List.of("text")),
                        "",
                        VISITOR);
        assertThat(file.headers().first("content-type")).contains("text/plain; charset=utf-8");
        assertThat(file.headers().first("content-disposition"))
                .contains("attachment; filename=\"web.log\"");
        assertThat(text(file).lines())
                .hasSize(2500)
                .startsWith("1970-01-01T00:00:00Z out <b>line 0")
                .endsWith("1970-01-01T00:41:39Z out <b>line 2499");
        HttpResponse odd = ask("GET", "v1/logs", Map.of("format", List.of("html")), "", VISITOR);
        assertThat(odd.status()).isEqualTo(400);
    }
}
