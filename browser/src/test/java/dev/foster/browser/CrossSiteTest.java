package dev.foster.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;

import dev.foster.control.EventView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What pages of other sites try in the browser of somebody who is logged in. */
@ExtendWith(Chromium.class)
class CrossSiteTest {
    private static final String PROJECT = "processes: {web: {command: [sleep, '1000']}}";

    @TempDir static Path folder;
    private static Dashboard dashboard;
    private Page page;
    private long before;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("project"), PROJECT);
        Eventually.until(
                Dashboard.LIMIT, "web runs", () -> dashboard.client().process("web").ready());
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    @BeforeEach
    void logIn() {
        page = dashboard.page();
        before = dashboard.client().process("web").pid().orElseThrow();
    }

    private void assertNothingHappened() {
        assertThat(dashboard.client().process("web").pid()).contains(before);
        List<EventView> events =
                dashboard.client().events(OptionalLong.empty(), 100, Optional.of("web"));
        assertThat(events).extracting(EventView::kind).doesNotContain("restarting", "stopping");
    }

    /** 127.0.0.1 is the worse: to the browser it is the same site, so it sends the cookie. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aFormOfAnotherSiteChangesNothing(String host) {
        try (var other =
                new OtherSite(
                        """
                        <form method=post enctype=text/plain action=%sv1/restart>
                        <input name='{"names":["web"],"x":"' value='"}'><button>Win</button></form>
                        """
                                .formatted(dashboard.address()))) {
            page.navigate(other.address(host));
            Response answer =
                    page.waitForResponse("**/v1/restart", () -> page.getByText("Win").click());
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text()).contains("forbidden");
            assertNothingHappened();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aScriptOfAnotherSiteChangesAndReadsNothing(String host) {
        try (var other = new OtherSite("<p>Hello</p>")) {
            page.navigate(other.address(host));
            Map<String, Object> plain = Map.of("method", "POST", "body", "{\"names\":[\"web\"]}");
            assertThat(asked("v1/restart", plain)).isEqualTo("TypeError");
            Map<String, Object> asOurs =
                    Map.of(
                            "method",
                            "POST",
                            "headers",
                            Map.of("Foster-Request", "1", "Content-Type", "application/json"),
                            "body",
                            "{\"names\":[\"web\"]}");
            assertThat(asked("v1/restart", asOurs)).isEqualTo("TypeError");
            assertThat(asked("v1/project", Map.of())).isEqualTo("TypeError");
            assertThat(asked("logout", asOurs)).isEqualTo("TypeError");
            // Sent without wanting to read the answer: it must not have been done either.
            assertThat(
                            asked(
                                    "v1/restart",
                                    Map.of(
                                            "method", "POST",
                                            "mode", "no-cors",
                                            "body", "{\"names\":[\"web\"]}")))
                    .isIn("0", "TypeError");
            assertNothingHappened();
        }
        page.navigate(dashboard.address());
        assertThat(LogInTest.status(page, "v1/project")).isEqualTo(200);
    }

    private String asked(String path, Map<String, Object> options) {
        return (String)
                page.evaluate(
                        "([url, options]) => fetch(url, {credentials: 'include', ...options})"
                                + ".then(it => '' + it.status, it => it.name)",
                        List.of(dashboard.address() + path, options));
    }

    @Test
    void noOtherSiteCanShowTheDashboardInAFrameOrUseItsFiles() {
        try (var other =
                new OtherSite(
                        "<iframe src=%s></iframe><script src=%smain.js onerror='document.title=\"no\"'>"
                                        .formatted(dashboard.address(), dashboard.address())
                                + "</script>")) {
            page.navigate(other.address("127.0.0.1"));
            assertThat(page.title()).isEqualTo("no");
            assertThat(page.frames()).hasSize(2);
            assertThat(page.frames().get(1).url()).startsWith("chrome-error:");
        }
    }

    /** The browser thinks it talks to the other site, and would let its page read the answer. */
    @Test
    void aNameThatWasPointedAtThisMachineIsNotAnswered() {
        Response answer =
                page.navigate(
                        "http://" + Chromium.REBOUND + ":" + dashboard.port() + "/v1/project");
        assertThat(answer.status()).isEqualTo(421);
        assertThat(answer.text()).contains("not known by it");
    }

    @Test
    void aLinkOnAnotherSiteOpensTheDashboardWhereOneIsStillLoggedIn() {
        try (var other = new OtherSite("<a href=%s>Look</a>".formatted(dashboard.address()))) {
            page.navigate(other.address("localhost"));
            Response answer =
                    page.waitForResponse(dashboard.address(), () -> page.getByText("Look").click());
            assertThat(answer.status()).isEqualTo(200);
            // The first request came without the cookie; the page's own have it.
            assertThat(LogInTest.status(page, "v1/project")).isEqualTo(200);
        }
    }
}
