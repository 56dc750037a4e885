package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** What is around every view: the bar, the theme, the keys, the connection. */
@ExtendWith(Chromium.class)
class FrameViewTest {
    private static final String PROJECT =
            """
            name: frame
            processes:
              web: {command: [sh, -c, 'echo up; sleep 1000']}
              other: {command: [sleep, '1000'], enabled: false}
            """;
    private static final Pattern UP = Pattern.compile("^up$");
    private static final String PAPER = "getComputedStyle(document.body).backgroundColor";

    /** The colour of a curve as a script gets it, and how many a canvas could not use. */
    private static final String DRAWN =
            """
            () => {
                const style = getComputedStyle(document.documentElement);
                const all = ["edge", "soft", "curve", "curve-ground", "bad", "doubtful", "ink", "card"]
                    .map(name => style.getPropertyValue("--" + name));
                const useless = all.filter(it => !it.startsWith("rgb("));
                return [all[2], `${useless.length} of ${all.length}`];
            }
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("frame"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    @Test
    void everyViewHasAnAddressATitleAndAKey() {
        Page page = View.open(dashboard, "#/");
        assertThat(page).hasTitle("Overview · frame");
        press(page, "g", "g");
        assertThat(page).hasTitle("Graph · frame");
        assertThat(page.locator(".views a[aria-current]")).hasText("Graph");
        press(page, "g", "e");
        assertThat(page).hasTitle("Events · frame");
        View.go(page, "#/process/web");
        assertThat(page).hasTitle("web · frame");
        page.keyboard().press("Escape");
        assertThat(page).hasTitle("Overview · frame");
        page.goBack();
        assertThat(page).hasTitle("web · frame");
        View.go(page, "#/nonsense");
        View.has(page.locator("main"), "There is no such view.");
    }

    /** In one go: the page waits only a moment for the second of two keys. */
    private static void press(Page page, String... keys) {
        page.evaluate(
                "keys => keys.forEach(key => document.body.dispatchEvent("
                        + "new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})))",
                List.of(keys));
    }

    @Test
    void whatTheProjectDoesNotHaveIsNotOffered() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "web", "running");
        for (String view : List.of("plugins", "bus", "mcp", "chat")) {
            assertThat(page.locator(".views a[data-view=" + view + "]")).isHidden();
        }
    }

    @Test
    void aBusThatIsNotThereIsNeverAsked() {
        Page page = View.open(dashboard, "#/plugins");
        View.has(page.locator("main"), "This project has no plugins.");
        View.go(page, "#/chat");
        assertThat(page.getByLabel("Message")).isFocused();
        View.go(page, "#/bus");
        View.has(page.locator("main"), "This project has none.");
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void theThemeIsTheSystemsUntilSomebodyChoosesAndStaysChosen() {
        Page page =
                dashboard.page(
                        new Browser.NewContextOptions()
                                .setColorScheme(ColorScheme.DARK)
                                .setReducedMotion(ReducedMotion.REDUCE));
        View.link(page, "live");
        assertThat(page.evaluate(PAPER)).isEqualTo("rgb(20, 23, 28)");
        assertThat(page.evaluate(DRAWN)).isEqualTo(List.of("rgb(74, 165, 171)", "0 of 8"));
        View.button(page, "Theme: auto").click();
        assertThat(page.evaluate(PAPER)).isEqualTo("rgb(247, 248, 250)");
        assertThat(page.evaluate(DRAWN)).isEqualTo(List.of("rgb(63, 152, 160)", "0 of 8"));
        page.reload();
        View.button(page, "Theme: light").click();
        assertThat(page.evaluate(PAPER)).isEqualTo("rgb(20, 23, 28)");
        assertThat(View.button(page, "Theme: dark")).isVisible();
    }

    @Test
    void helpShowsTheKeysAndTheStates() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "web", "running");
        page.keyboard().press("?");
        View.has(page.locator("dialog"), "gave-up");
        View.has(page.locator("dialog"), "restart it");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    void theFirstTabStopSkipsToTheContentAndWhatHasTheFocusShowsIt() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "web", "running");
        page.keyboard().press("Tab");
        assertThat(page.getByText("Skip to the content")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator("main")).isFocused();
        page.keyboard().press("Tab");
        String outline = "getComputedStyle(document.activeElement).outlineStyle";
        assertThat(page.evaluate(outline)).isEqualTo("solid");
    }

    @Test
    void theDaemonsRestartIsToldAndWhatIsShownAfterwardsIsRight(@TempDir Path elsewhere) {
        try (Dashboard own = Dashboard.of(elsewhere.resolve("again"), PROJECT)) {
            Page page = View.open(own, "#/process/web");
            Locator said = page.locator(".line", new Page.LocatorOptions().setHasText(UP));
            assertThat(said).hasCount(1);
            long before = own.client().process("web").pid().orElseThrow();
            own.stop();
            View.link(page, "reconnecting…");
            View.has(page.locator("#banners"), "Foster does not answer since");
            own.start();
            View.link(page, "live");
            assertThat(page.locator("#banners")).isEmpty();
            // What was there is there once, and what the new one says behind it.
            assertThat(said).hasCount(2);
            long after = own.client().process("web").pid().orElseThrow();
            assertThat(after).isNotEqualTo(before);
            View.has(page.locator(".details"), "pid " + after);
            own.client().start(List.of("other"), true);
            View.go(page, "#/");
            View.isIn(page, "other", "running");
        }
    }

    @Test
    void whoLogsOutSeesTheFormAndNothingElse() {
        Page page = View.open(dashboard, "#/process/web");
        View.has(page.locator(".paper"), "up");
        View.button(page, "Log out").click();
        assertThat(page.getByLabel("Token")).isVisible();
        assertThat(page.locator(".paper")).hasCount(0);
        assertThat(page.locator(".link .word")).hasText("logged out");
        assertThat(page).hasTitle(Pattern.compile("Log in.*"));
    }

    @Test
    void aStateThatSomebodyShouldKnowIsSaidAloud() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "web", "running");
        dashboard.client().restart(List.of("web"));
        View.has(page.locator("#live"), "web running");
    }

    @Test
    void aPageHasTwoStreamsAtMostAndNoneWhileNobodySeesIt() {
        Page page = View.open(dashboard, "#/");
        page.clock().install();
        Set<Request> open = ConcurrentHashMap.newKeySet();
        page.onRequest(
                request -> {
                    // What the page before it had open is over, and nobody says so of all of it.
                    if (request.isNavigationRequest()) {
                        open.clear();
                    }
                    open.add(request);
                });
        page.onRequestFinished(open::remove);
        page.onRequestFailed(open::remove);
        page.reload();
        View.isIn(page, "web", "running");
        for (String view : List.of("#/events", "#/graph", "#/process/web")) {
            View.go(page, view);
            holdsSoon(page, () -> !open.isEmpty() && open.size() <= 2);
        }
        View.has(page.locator(".paper"), "up");
        holdsSoon(page, () -> open.size() == 2);

        page.evaluate(
                "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
                        + " document.dispatchEvent(new Event('visibilitychange'))");
        page.clock().fastForward(60_000);
        holdsSoon(page, open::isEmpty);

        page.evaluate(
                "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))");
        holdsSoon(page, () -> open.size() == 2);
        View.link(page, "live");
    }

    /** The browser's news come only while it is asked something. */
    private static void holdsSoon(Page page, BooleanSupplier condition) {
        assertThat(
                        Eventually.within(
                                Dashboard.LIMIT,
                                () -> {
                                    page.evaluate("1");
                                    return condition.getAsBoolean();
                                }))
                .isTrue();
    }
}
