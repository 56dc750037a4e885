package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.api.PlainRequest.Reply;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;

/** Every resource over TCP, and who may ask at all. */
@Timeout(30)
class ApiServerTest {
    private final ApiOnPort api = new ApiOnPort();
    private final FakeOperations operations = api.operations;

    @AfterEach
    void stop() {
        api.close();
    }

    private Members get(String path) throws IOException {
        Reply reply = api.request("GET", path).send();
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.header("content-type")).contains("application/json");
        return Members.of(JsonText.parse(reply.body()));
    }

    @Test
    void sessionsOfMcpServersAreEnded() throws Exception {
        assertThat(get("/v1/mcp").texts("servers")).isEmpty();
        assertThat(api.request("DELETE", "/v1/mcp/sessions/0a1b").send().status()).isEqualTo(200);
        assertThat(operations.calls).singleElement().asString().startsWith("end 0a1b for 127.");

        Reply unknown = api.request("DELETE", "/v1/mcp/sessions/other").send();

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.body()).contains("unknown-name");
    }

    @Test
    void theServersThemselvesAreOnTheSocketAlone() throws Exception {
        assertThat(api.request("GET", "/mcp/files").send().status()).isEqualTo(404);
    }

    @Test
    void viewsAreServed() throws Exception {
        assertThat(get("/v1/project").text("name")).isEqualTo("demo");
        assertThat(get("/v1/processes").list("processes", Members::of))
                .extracting(process -> process.text("name"))
                .containsExactly("web", "db/1 ü");
        assertThat(get("/v1/processes/web").text("state")).isEqualTo("running");
        assertThat(get("/v1/processes/db%2F1%20%C3%BC").text("state")).isEqualTo("stopped");
        assertThat(get("/v1/processes/web/why").text("summary")).isEqualTo("running");
        assertThat(get("/v1/plan").number("unchanged")).isEqualTo(1);
        assertThat(get("/v1/select?name=all").texts("names")).containsExactly("web", "db/1 ü");
        assertThat(get("/v1/openapi.json").text("openapi")).startsWith("3.1");
    }

    @Test
    void actionsReachTheDaemonWithWhoAsked() throws Exception {
        api.post("/v1/start", "{\"names\":[\"web\"]}");
        api.post("/v1/start", "{\"names\":[\"all\"],\"dependencies\":false}");
        api.post("/v1/stop", "{\"names\":[\"web\"],\"force\":true}");
        api.post("/v1/restart", "{\"names\":[\"web\"],\"unknown\":{}}");
        api.post("/v1/processes/web/signal", "{\"signal\":\"HUP\"}");
        api.post("/v1/down", "");

        assertThat(operations.calls)
                .allMatch(call -> call.matches(".* by 127\\.0\\.0\\.1:\\d+ \\(test\\)"))
                .extracting(call -> call.replaceAll(" by .*", ""))
                .containsExactly(
                        "start [web] true",
                        "start [web, db/1 ü] false",
                        "stop [web] true",
                        "restart [web]",
                        "signal web HUP",
                        "down");
    }

    @Test
    void inputIsPassedOnByteForByte() throws Exception {
        api.request("POST", "/v1/processes/web/input?end=true").body(new byte[] {0, -1, 10}).send();
        api.post("/v1/processes/web/input", "x");

        assertThat(operations.calls)
                .containsExactly("input web \0\u00ff\n true", "input web x false");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/processes/nobody,404,unknown-name",
        "GET,/v1/processes/nobody/why,404,unknown-name",
        "GET,/v1/logs?name=nobody,404,unknown-name",
        "GET,/v1/events?process=nobody,404,unknown-name",
        "POST,/v1/reload,422,configuration",
        "GET,/v1/nothing,404,no-such-path",
        "GET,/,404,no-such-path",
        "GET,/v1/processes/web/why/,404,no-such-path",
        "DELETE,/v1/processes/web,405,wrong-method",
        "GET,/v1/start,405,wrong-method",
        "POST,/v1/start,400,bad-request",
        "GET,/v1/events?after=x,400,bad-request",
        "GET,/v1/events?limit=-1,400,bad-request",
        "GET,/v1/logs?since=yesterday,400,bad-request",
        "GET,/v1/logs?after=bad,400,bad-request"
    })
    void problemsHaveTheirStatusAndCode(String method, String path, int status, String code)
            throws Exception {
        Reply reply = api.request(method, path).send();

        assertThat(reply.status()).isEqualTo(status);
        Members problem = Members.of(JsonText.parse(reply.body()));
        assertThat(problem.text("code")).isEqualTo(code);
        assertThat(problem.text("message")).matches("cannot \\S.*: \\S.*; \\S.*[^.]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"names\":1}", "{\"names\":[1]}", "{\"names\":[]}"})
    void aBodyThatMakesNoSenseIsABadRequest(String body) throws Exception {
        assertThat(api.post("/v1/stop", body).status()).isEqualTo(400);
        assertThat(operations.calls).isEmpty();
    }

    @Test
    void theMistakesOfAFileAreAllTold() throws Exception {
        Members problem = Members.of(JsonText.parse(api.post("/v1/reload", "").body()));

        assertThat(problem.texts("details")).containsExactly("f:1:2: x");
    }

    @Test
    void aWrongMethodNamesTheRightOne() throws Exception {
        assertThat(api.post("/v1/project", "").header("allow")).contains("GET");
    }

    @Test
    void pagesOfEventsHaveTheirBounds() throws Exception {
        for (int i = 1; i <= 5; i++) {
            operations.journal.add(FakeOperations.event(i));
        }

        assertThat(get("/v1/events?after=2&limit=2&process=web").list("events", Members::of))
                .extracting(event -> event.number("id"))
                .containsExactly(3L, 4L);
        assertThat(get("/v1/events?limit=2").list("events", Members::of))
                .extracting(event -> event.number("id"))
                .containsExactly(4L, 5L);
        get("/v1/events?limit=999999");
        assertThat(operations.calls.getLast()).contains(" 1000 ");
    }

    @Test
    void pagesOfLogsSayWhetherThereIsMore() throws Exception {
        for (int i = 1; i <= 1500; i++) {
            operations.lines.add(FakeOperations.line(i));
        }

        Members page = get("/v1/logs?name=web");
        List<Members> lines = page.list("lines", Members::of);
        assertThat(lines).hasSize(1000);
        assertThat(page.flag("more")).isTrue();
        Members rest = get("/v1/logs?name=web&after=" + lines.getLast().text("cursor"));
        assertThat(rest.list("lines", Members::of)).hasSize(500);
        assertThat(rest.flag("more")).isFalse();
        assertThat(get("/v1/logs?tail=3").list("lines", Members::of)).hasSize(3);
    }

    @Test
    void withoutTheTokenNothingIsAnswered() throws Exception {
        for (String wrong :
                List.of("", "Bearer", "Bearer x" + api.token, "Basic " + api.token, api.token)) {
            Reply reply =
                    new PlainRequest(api.port, "GET", "/v1/project")
                            .with(wrong.isEmpty() ? "X-Nothing" : "Authorization", wrong)
                            .send();

            assertThat(reply.status()).as(wrong).isEqualTo(401);
            assertThat(reply.body()).doesNotContain(api.token);
            assertThat(reply.header("www-authenticate")).contains("Bearer");
        }
    }

    @Test
    void tokensAreLongAndNeverTheSame() {
        assertThat(ApiServer.newToken()).hasSize(43).isNotEqualTo(ApiServer.newToken());
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,200",
        "localhost:1,200",
        "127.0.0.1:80,200",
        "[::1],200",
        "[::1]:99,200",
        "foster,403",
        "evil.example,403",
        "localhost.evil.example,403",
        "127.0.0.1.evil.example:80,403",
        "127.0.0.2,403",
        "localhost:x,403"
    })
    void onlyNamesOfThisMachineAreAccepted(String host, int status) throws Exception {
        assertThat(api.request("GET", "/v1/project").with("Host", host).send().status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:PORT,200",
        "http://localhost:PORT,200",
        "https://[::1]:PORT,200",
        "http://localhost,403",
        "http://localhost:1,403",
        "http://evil.example:PORT,403",
        "http://localhost:PORT.evil.example,403",
        "null,403",
        "file://,403"
    })
    void onlyPagesOfThisServerMayAsk(String origin, int status) throws Exception {
        String own = origin.replace("PORT", Integer.toString(api.port));

        assertThat(api.request("GET", "/v1/project").with("Origin", own).send().status())
                .isEqualTo(status);
    }
}
