package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What happened, as it happens. */
@ExtendWith(Chromium.class)
class EventsViewTest {
    private static final String PROJECT =
            """
            name: news
            processes:
              web: {command: [sleep, '1000']}
              other: {command: [sleep, '1000']}
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("news"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    @Test
    void whatHappensComesToTheTop() {
        Page page = View.open(dashboard, "#/events");
        View.has(page.locator(".events"), "started as process");
        dashboard.client().restart(List.of("other"));
        Locator first = page.locator(".events li").first();
        View.has(page.locator(".events li .kind").getByText("restart-asked"), "restart-asked");
        assertThat(first.locator(".name")).hasText("other");
        first.locator("a").click();
        assertThat(page.locator("main h1")).containsText("other");
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void theyAreFilteredByProcessAndKindAlsoThroughTheAddress() {
        Page page = View.open(dashboard, "#/events?process=web&kind=started");
        assertThat(page.locator(".events li")).hasCount(1);
        View.has(page.locator(".events"), "started as process");
        assertThat(page.getByLabel("Process", new Page.GetByLabelOptions().setExact(true)))
                .hasValue("web");
        page.getByLabel("Kind").selectOption("");
        View.has(page.locator(".events"), "ready");
        View.hasNot(page.locator(".events"), "other");
        assertThat(page.url()).endsWith("#/events?process=web");
        page.getByLabel("Process", new Page.GetByLabelOptions().setExact(true)).selectOption("");
        View.has(page.locator(".events"), "other");
    }

    @Test
    void olderOnesAreLoadedUntilThereAreNone(@TempDir Path elsewhere) {
        // Some hundred events: more than a page, and fewer than a view keeps.
        String file =
                """
                name: many
                processes:
                  again:
                    command: ['false']
                    restart: {backoff: {initial: 1ms, max: 1ms}, limit: 150 in 60m}
                  stays: {command: [sleep, '1000']}
                """;
        try (Dashboard own = Dashboard.of(elsewhere.resolve("many"), file)) {
            Page page = View.open(own, "#/events");
            View.has(page.locator(".events"), "gave-up");
            assertThat(own.client().project().lastEvent()).isBetween(400L, 1900L);
            Locator older = page.getByText("Load older");
            while (older.isVisible()) {
                int before = page.locator(".events li").count();
                older.click();
                View.holds(page, "document.querySelectorAll('.events li').length > " + before);
            }
            assertThat(page.locator(".events li[data-event='1']")).hasCount(1);
            String different =
                    "new Set([...document.querySelectorAll('.events li')].map(it =>"
                            + " it.dataset.event)).size";
            assertThat(page.evaluate(different)).isEqualTo(page.locator(".events li").count());
        }
    }
}
