package dev.foster.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What processes, their file and people say is shown, and nothing of it is done. */
@ExtendWith(Chromium.class)
class SafePageTest {
    private static final String EVIL =
            "<img src=x onerror=hacked()><script>hacked()</script><svg onload=hacked()>";

    private static final String PROJECT =
            """
            name: demo
            bus: embedded
            processes:
              web:
                description: "EVIL"
                command: [sh, -c, 'while true; do echo "said EVIL"; printf "\\\\033[31mred\\\\033]8;;javascript:hacked()\\\\007x EVIL\\\\n"; sleep 1; done']
                alert: {pattern: "said.*"}
              failing:
                command: [sh, -c, 'echo "EVIL" >&2; exit 3']
                restart: no
            """
                    .replace("EVIL", EVIL);

    private static final List<String> VIEWS =
            List.of(
                    "",
                    "graph",
                    "events",
                    "plugins",
                    "bus",
                    "mcp",
                    "chat",
                    "process/web",
                    "process/failing");

    /** Tells what is against the policy also where the console does not, and catches the deed. */
    private static final String WATCH =
            """
            window.violations = [];
            window.hacked = () => { window.violations.push("hacked"); };
            addEventListener("securitypolicyviolation",
                event => window.violations.push(event.violatedDirective + " " + event.blockedURI));
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("project"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    private static Page watched() {
        BrowserContext context = dashboard.stranger();
        context.addInitScript(WATCH);
        Page page = context.newPage();
        page.navigate(dashboard.link());
        return page;
    }

    private static void go(Page page, String view) {
        page.evaluate("view => { location.hash = '#/' + view; }", view);
        String word = view.isEmpty() ? "overview" : view.replaceFirst("/.*", "");
        page.locator("main.view-" + word + " > :visible").first().waitFor();
    }

    @Test
    void noViewBreaksThePageSOwnPolicyAndNothingThatWasSaidRuns() {
        Page page = watched();
        for (String view : VIEWS) {
            go(page, view);
            if (view.startsWith("process/")) {
                page.getByText("onerror=hacked()").first().waitFor();
            }
        }
        assertThat(page.evaluate("window.violations")).isEqualTo(List.of());
        assertThat(page.locator("#main script, #main img, #main iframe").count()).isZero();
        assertThat(page.locator("a[href^='javascript:']").count()).isZero();
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void aDescriptionAndAnAlarmAreShownAsTheyWereWritten() {
        Page page = watched();
        Locator row = page.locator("[data-process=web]").first();
        row.getByText(EVIL).first().waitFor();
        assertThat(row.innerText()).contains("<img src=x onerror=hacked()>");
        assertThat(page.evaluate("window.violations")).isEqualTo(List.of());
    }

    /** An answer of the API that a browser is led to shows its text, whatever it looks like. */
    @Test
    void noAnswerOfTheApiIsTakenForAPage() {
        Page page = watched();
        for (String path : List.of("v1/logs?name=web&tail=5", "v1/processes", "metrics")) {
            page.navigate(dashboard.address() + path);
            assertThat(page.evaluate("window.violations")).isEqualTo(List.of());
            assertThat(page.locator("script, img, svg").count()).isZero();
        }
    }

    @Test
    void thePageComesBackByItselfWhenTheDaemonDoes() {
        Page page = watched();
        Locator link = page.locator(".link .word");
        link.getByText("live").waitFor();
        page.evaluate("window.kept = 'the same page'");
        long before = pid();
        dashboard.stop();
        link.getByText("reconnecting").waitFor();
        dashboard.start();
        link.getByText("live").waitFor();
        assertThat(page.evaluate("window.kept")).isEqualTo("the same page");
        long after = pid();
        assertThat(after).isNotEqualTo(before);
        go(page, "process/web");
        page.getByText("said <img").first().waitFor();
        page.getByText(Long.toString(after)).first().waitFor();
    }

    private static long pid() {
        Eventually.until(
                Dashboard.LIMIT, "web runs", () -> dashboard.client().process("web").ready());
        return dashboard.client().process("web").pid().orElseThrow();
    }
}
