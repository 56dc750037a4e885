package dev.foster.daemon.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.ListenAddress;
import dev.foster.daemon.config.WebSpec;
import dev.foster.daemon.inbound.WrongTokenEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.secret.SecretFile;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.WrongTokens;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What browsers and programs are answered, in front of an API that a test watches. */
class WebHandlerTest {
    @TempDir private Path folder;
    private final List<HttpRequest> served = new ArrayList<>();
    private Journal journal;
    private WebAccess access;
    private String token = "";
    private WebHandler handler;

    @BeforeEach
    void open() {
        journal = new Journal(folder.resolve("journal.jsonl"));
        SecretFile file = new SecretFile(folder.resolve("token"), "the token").withToken();
        token = file.read().strip();
        access =
                new WebAccess(
                        file,
                        new SecretFile(folder.resolve("sessions"), "x"),
                        "foster-demo",
                        new Clock(),
                        System::nanoTime);
        handler = reception(WebSpec.usual(), false);
    }

    private WebHandler reception(WebSpec spec, boolean beyond) {
        return new WebHandler(
                spec,
                new CrossSiteCheck(spec, beyond),
                access,
                new SiteFiles(Optional.empty()),
                request -> {
                    served.add(request);
                    return HttpResponse.json(200, "{}");
                },
                new WebEvents(journal),
                WrongTokenEvent.DASHBOARD.into(journal));
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private HttpResponse ask(Asked asked) {
        return handler.handle(asked.request());
    }

    private static String text(HttpResponse response) {
        return response.content() instanceof HttpResponse.Whole(byte[] bytes)
                ? new String(bytes, StandardCharsets.UTF_8)
                : "";
    }

    private String cookie() {
        HttpResponse in = ask(Asked.get("/enter?ticket=" + access.issueTicket().word()));
        return in.headers().first("set-cookie").orElseThrow().replaceFirst(";.*", "");
    }

    private List<String> kinds() {
        return journal.read(OptionalLong.empty(), 100, Optional.empty()).stream()
                .map(it -> it.kind())
                .toList();
    }

    // ---- who may ask ----

    @ParameterizedTest
    @ValueSource(strings = {"/v1/project", "/v1/none", "/metrics", "/v1"})
    void withoutALogInTheApiIsNotEvenAsked(String path) {
        assertThat(ask(Asked.get(path)).status()).isEqualTo(401);
        assertThat(ask(Asked.get(path).with("cookie", "foster-demo=x")).status()).isEqualTo(401);
        assertThat(ask(Asked.get(path).with("authorization", "Bearer x")).status()).isEqualTo(401);
        assertThat(served).isEmpty();
    }

    @Test
    void whoHasACookieMayReadAndChangeAndIsNamedInTheJournal() {
        String cookie = cookie();
        assertThat(ask(Asked.get("/v1/project").with("cookie", cookie)).status()).isEqualTo(200);
        assertThat(ask(Asked.get("/metrics").with("cookie", cookie)).status()).isEqualTo(200);
        Asked stop = Asked.post("/v1/stop", "{}").with("cookie", cookie).with("user-agent", "M");
        assertThat(ask(stop).status()).isEqualTo(200);
        assertThat(served).hasSize(3);
        HttpRequest last = served.getLast();
        assertThat(last.peer().name()).isEqualTo("dashboard from 127.0.0.1");
        assertThat(last.headers().first("cookie")).isEmpty();
        assertThat(last.headers().first("user-agent")).isEmpty();
    }

    @Test
    void aCookieAloneChangesNothing() {
        String cookie = cookie();
        assertThat(ask(Asked.of("POST", "/v1/stop").with("cookie", cookie)).status())
                .isEqualTo(403);
        assertThat(
                        ask(Asked.post("/v1/stop", "{}")
                                        .with("cookie", cookie)
                                        .instead("content-type", "text/plain"))
                                .status())
                .isEqualTo(415);
        assertThat(
                        ask(Asked.post("/v1/stop", "{}")
                                        .with("cookie", cookie)
                                        .instead("origin", "http://127.0.0.1:8000"))
                                .status())
                .isEqualTo(403);
        assertThat(served).isEmpty();
    }

    @Test
    void aProgramWithTheTokenNeedsNothingElseButIsNoWebPage() {
        Asked stop = Asked.of("POST", "/v1/stop").with("authorization", "Bearer " + token);
        assertThat(ask(stop).status()).isEqualTo(200);
        assertThat(served.getLast().headers().first("authorization")).isEmpty();
        assertThat(ask(stop.with("origin", "http://evil.example")).status()).isEqualTo(403);
        assertThat(ask(stop.with("sec-fetch-site", "cross-site")).status()).isEqualTo(403);
    }

    @Test
    void aRightCookieDoesNotMakeUpForAWrongToken() {
        Asked both =
                Asked.get("/v1/project")
                        .with("cookie", cookie())
                        .with("authorization", "Bearer wrong");
        assertThat(ask(both).status()).isEqualTo(401);
    }

    @Test
    void credentialsForAProxyDoNotHideTheCookie() {
        Asked both =
                Asked.get("/v1/project")
                        .with("cookie", cookie())
                        .with("authorization", "Basic bWU6cGFzc3dvcmQ=");
        assertThat(ask(both).status()).isEqualTo(200);
        assertThat(served.getLast().headers().first("authorization")).isEmpty();
    }

    @Test
    void wrongTokensOfTheApiAreSlowedDownAndRightOnesAreNot() {
        for (int i = 0; i < WrongTokens.MOST; i++) {
            Asked guess = Asked.get("/v1/project").with("authorization", "Bearer guess-" + i);
            assertThat(ask(guess).status()).isEqualTo(401);
        }
        Asked another = Asked.get("/v1/project").with("authorization", "Bearer guess");
        assertThat(ask(another).status()).isEqualTo(429);
        Asked right = Asked.get("/v1/project").with("authorization", "Bearer " + token);
        assertThat(ask(right).status()).isEqualTo(200);
    }

    @Test
    void whoAsksFirstWhetherHeMayIsToldNothing() {
        HttpResponse preflight =
                ask(
                        Asked.of("OPTIONS", "/v1/stop")
                                .with("origin", "http://evil.example")
                                .with("access-control-request-method", "POST")
                                .with("access-control-request-headers", "foster-request"));
        assertThat(preflight.status()).isEqualTo(403);
        assertThat(preflight.headers().lines())
                .noneMatch(it -> it.name().startsWith("access-control-"));
    }

    // ---- coming and going ----

    @Test
    void aLogInWithTheTokenIsKeptInACookieThatNoScriptReads() {
        HttpResponse in = ask(Asked.post("/login", "{\"token\": \"" + token + "\"}"));
        assertThat(in.status()).isEqualTo(204);
        assertThat(in.headers().first("set-cookie").orElseThrow())
                .matches(
                        "foster-demo=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict;"
                                + " Max-Age=2592000");
        Eventually.until(Duration.ofSeconds(30), "told", () -> kinds().contains("web-log-in"));
    }

    @Test
    void aFormOfAnotherSiteCannotLogAnybodyIn() {
        String body = "{\"token\": \"" + token + "\"}";
        assertThat(ask(Asked.post("/login", body).without("foster-request")).status())
                .isEqualTo(403);
        assertThat(ask(Asked.post("/login", body).instead("content-type", "text/plain")).status())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"token\": \"wrong\"}", "{}", "nonsense", "{\"token\": 7}", ""})
    void anythingButTheTokenIsWrong(String body) {
        HttpResponse refused = ask(Asked.post("/login", body));
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.headers().first("set-cookie")).isEmpty();
    }

    @Test
    void wrongTokensKeepNobodyElseOut() {
        for (int i = 0; i < WrongTokens.MOST; i++) {
            assertThat(ask(Asked.post("/login", "{}")).status()).isEqualTo(401);
        }
        HttpResponse refused = ask(Asked.post("/login", "{}"));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers().first("retry-after").orElseThrow()).matches("[1-6]");
        String body = "{\"token\": \"" + token + "\"}";
        assertThat(ask(Asked.post("/login", body)).status()).isEqualTo(204);
        assertThat(cookie()).isNotEmpty();
        Eventually.until(
                Duration.ofSeconds(30),
                "each told",
                () -> kinds().stream().filter("web-log-in-refused"::equals).count() == 10);
    }

    @Test
    void aLinkThatWasUsedIsAnsweredWithWhatToDo() {
        String link = "/enter?ticket=" + access.issueTicket().word();
        HttpResponse in = ask(Asked.get(link));
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.headers().first("location")).contains("./");
        HttpResponse again = ask(Asked.get(link));
        assertThat(again.status()).isEqualTo(403);
        assertThat(text(again)).contains("ask foster web for another");
        assertThat(ask(Asked.get("/enter")).status()).isEqualTo(403);
    }

    @Test
    void lookingAtALinkDoesNotUseIt() {
        String link = "/enter?ticket=" + access.issueTicket().word();
        assertThat(ask(Asked.of("HEAD", link)).headers().first("set-cookie")).isEmpty();
        assertThat(ask(Asked.get(link)).status()).isEqualTo(303);
    }

    @Test
    void aLogOutMakesTheBrowserForget() {
        HttpResponse out = ask(Asked.post("/logout", "").with("cookie", cookie()));
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.headers().first("set-cookie").orElseThrow())
                .startsWith("foster-demo=;")
                .endsWith("Max-Age=0");
        assertThat(ask(Asked.of("POST", "/logout")).status()).isEqualTo(403);
    }

    @Test
    void behindAProxyTheCookieIsForEncryptedRequestsBelowItsPathOnly() {
        var spec =
                new WebSpec(
                        new ListenAddress("127.0.0.1", 7433),
                        Optional.of(URI.create("https://foster.example.org/board/")),
                        Optional.empty(),
                        Optional.empty());
        handler = reception(spec, false);
        String link = "/enter?ticket=" + access.issueTicket().word();
        assertThat(
                        ask(Asked.get(link).instead("host", "foster.example.org"))
                                .headers()
                                .first("set-cookie")
                                .orElseThrow())
                .contains("; Path=/board; ")
                .contains("; Secure");
    }

    // ---- answers ----

    @Test
    void everyAnswerIsSafeToShow() {
        for (Asked asked :
                List.of(
                        Asked.get("/"),
                        Asked.get("/none"),
                        Asked.get("/health"),
                        Asked.get("/v1/project"),
                        Asked.get("/v1/project").with("cookie", cookie()),
                        Asked.get("/").instead("host", "evil.example"),
                        Asked.get("/enter"))) {
            var headers = ask(asked).headers();
            assertThat(headers.all("content-security-policy"))
                    .containsExactly(WebResponses.CONTENT_POLICY);
            assertThat(headers.all("x-content-type-options")).containsExactly("nosniff");
            assertThat(headers.all("referrer-policy")).containsExactly("no-referrer");
            assertThat(headers.all("cross-origin-resource-policy")).containsExactly("same-origin");
            assertThat(headers.all("cross-origin-opener-policy")).containsExactly("same-origin");
            assertThat(headers.all("cache-control")).hasSize(1);
            assertThat(headers.lines()).noneMatch(it -> it.name().startsWith("access-control-"));
        }
    }

    @Test
    void thePolicyAllowsNothingButThePageItself() {
        assertThat(WebResponses.CONTENT_POLICY)
                .contains("default-src 'none'")
                .contains("frame-ancestors 'none'")
                .contains("base-uri 'none'")
                .doesNotContain("unsafe")
                .doesNotContain("*")
                .doesNotContain("http");
    }

    @Test
    void whetherItIsThereMayBeAskedByAnybody() {
        HttpResponse health = ask(Asked.get("/health").instead("host", "10.0.0.1"));
        assertThat(health.status()).isEqualTo(200);
        assertThat(text(health)).isEqualTo("ok\n");
    }

    @Test
    void whatIsNotThereCanNeitherBeReadNorWritten() {
        assertThat(ask(Asked.get("/none.js")).status()).isEqualTo(404);
        assertThat(ask(Asked.get("/mcp/files")).status()).isEqualTo(404);
        assertThat(ask(Asked.of("PUT", "/index.html")).status()).isEqualTo(405);
        assertThat(ask(Asked.get("/login")).status()).isEqualTo(404);
        assertThat(served).isEmpty();
    }
}
