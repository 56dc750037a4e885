package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** One process: its state, what can be done about it, what it uses, and why it is as it is. */
@ExtendWith(Chromium.class)
class ProcessViewTest {
    private static final String PROJECT =
            """
            name: one
            groups: {storage: {members: [database]}}
            processes:
              database: {command: [sleep, '1000'], description: keeps the orders}
              web:
                command:
                  - sh
                  - -c
                  - trap 'echo got USR1' USR1; echo up; while :; do sleep 0.1; done
                depends_on: {storage: ready}
                limits: {memory: 256MB}
              broken: {command: [sh, -c, 'echo no table >&2; exit 3'], restart: 'no'}
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("one"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    private static Locator state(Page page) {
        return page.locator(".process-head .state");
    }

    @Test
    void theHeadTellsHowItIsAndOffersWhatMakesSense() {
        Page page = View.open(dashboard, "#/process/web");
        assertThat(state(page)).hasText("running");
        assertThat(page.locator(".process-head .details"))
                .hasText(Pattern.compile("ready · pid [0-9]+ · up .+"));
        assertThat(View.button(page, "Stop")).isVisible();
        assertThat(View.button(page, "Restart")).isVisible();
        assertThat(View.button(page, "Start")).isHidden();
        View.go(page, "#/process/broken");
        assertThat(state(page)).hasText("failed");
        View.has(page.locator(".process-head .details"), "exit 3");
        assertThat(View.button(page, "Start")).isVisible();
        assertThat(View.button(page, "Stop")).isHidden();
        assertThat(page.getByText("Signal ▾")).isDisabled();
    }

    @Test
    void itIsStoppedStartedRestartedAndReplaced() {
        Page page = View.open(dashboard, "#/process/database");
        assertThat(state(page)).hasText("running");
        View.button(page, "Stop").click();
        View.has(page.locator("dialog"), "web depends on it.");
        page.locator("dialog .danger").click();
        assertThat(state(page)).hasText("stopped");
        View.button(page, "Start").click();
        assertThat(state(page)).hasText("running");
        long run = dashboard.client().process("database").run();
        View.button(page, "Restart").click();
        View.noticed(page, "database: restarting");
        View.has(page.locator(".runs"), "after");
        // The page may still show the one before, of which nothing can be replaced any more.
        Eventually.until(Dashboard.LIMIT, "the next one is ready", () -> isReadyAfter(run));
        assertThat(state(page)).hasText("running");
        View.button(page, "Replace").click();
        View.noticed(page, "database: replaced");
    }

    private static boolean isReadyAfter(long run) {
        ProcessView now = dashboard.client().process("database");
        return now.run() > run && now.ready();
    }

    @Test
    void aSignalIsChosenFromAMenu() {
        Page page = View.open(dashboard, "#/process/web");
        View.has(page.locator(".paper"), "up");
        page.getByText("Signal ▾").click();
        View.button(page, "USR1").click();
        View.noticed(page, "web: got SIGUSR1");
        View.has(page.locator(".paper"), "got USR1");
        assertThat(page.locator(".menu")).isHidden();
    }

    @Test
    void whyFactsAndRunsAreTold() {
        Page page = View.open(dashboard, "#/process/broken");
        View.has(page.locator(".why"), "exit 3");
        View.has(page.locator(".runs"), "exit 3 after");
        View.has(page.locator(".facts"), "sh -c echo no table >&2; exit 3");
        View.has(page.locator(".facts"), folder.resolve("one").toString());
        page.getByText("All its events").click();
        assertThat(page.locator(".events li").first()).containsText("broken");
        assertThat(page.url()).endsWith("#/events?process=broken");
    }

    @Test
    void whatItDependsOnAndWhatNeedsItIsAClickAway() {
        Page page = View.open(dashboard, "#/process/web");
        Locator relations = page.locator(".relations");
        // The file names the group, which stands for its members.
        View.has(relations, "database");
        View.has(relations, "running, must be ready");
        relations.getByText("database").click();
        assertThat(page.locator("main h1")).containsText("database");
        View.has(relations, "needed by");
        relations.getByText("web").click();
        assertThat(page).hasURL(Pattern.compile("#/process/web$"));
        assertThat(page).hasTitle(Pattern.compile("web · one$"));
    }

    @Test
    void whatItUsesIsDrawnAndCanBeReadWithoutSeeingIt() {
        Page page = View.open(dashboard, "#/process/web");
        Locator memory = page.locator(".chart").nth(1);
        assertThat(memory.locator(".now")).hasText(Pattern.compile("[0-9.]+ [KM]B"));
        assertThat(memory.locator("canvas"))
                .hasAttribute("aria-label", Pattern.compile("Memory: now .* [KM]B, peak .*"));
        assertThat(memory.locator("canvas"))
                .hasAttribute("aria-label", Pattern.compile(".*limit 256.0 MB.*"));
        View.holds(
                page,
                "(() => { const it = document.querySelectorAll('.chart canvas')[1];"
                        + " const all = it.getContext('2d').getImageData(0, 0, it.width,"
                        + " it.height).data; return all.some(value => value !== 0); })()");
        memory.locator("canvas").focus();
        page.keyboard().press("ArrowLeft");
        assertThat(memory.locator("[aria-live]"))
                .hasText(Pattern.compile("[0-9:]{8}: ([0-9.]+ [KM]B|not running)"));
        View.button(page, "1 hour").click();
        assertThat(View.button(page, "1 hour")).hasAttribute("aria-pressed", "true");
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void aNameThatIsNotThereIsToldWithAWayBack() {
        Page page = View.open(dashboard, "#/process/nobody");
        View.has(page.locator("main"), "There is no process called nobody.");
        page.getByText("See all.").click();
        View.isIn(page, "web", "running");
    }
}
