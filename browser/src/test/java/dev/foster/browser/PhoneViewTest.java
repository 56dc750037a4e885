package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** The page where there is little room. */
@ExtendWith(Chromium.class)
class PhoneViewTest {
    private static final String NAME =
            "a-name-that-is-as-long-as-names-of-processes-may-ever-be-000001";
    private static final String PROJECT =
            """
            name: a-project-whose-name-has-no-end-either
            bus: embedded
            processes:
              web: {command: [sh, -c, 'echo up; sleep 1000'], description: what customers see of it}
              %s: {command: [sh, -c, 'echo %s; exit 1'], restart: 'no', depends_on: [web]}
            """
                    .formatted(NAME, "x".repeat(500));

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("small"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    private static Page phone() {
        return dashboard.page(
                new Browser.NewContextOptions()
                        .setViewportSize(360, 740)
                        .setHasTouch(true)
                        .setIsMobile(true));
    }

    @Test
    void nothingIsWiderThanThePhone() {
        Page page = phone();
        for (String view :
                List.of("#/", "#/process/" + NAME, "#/graph", "#/events", "#/bus", "#/chat")) {
            View.go(page, view);
            assertThat(page.locator("main > *").first()).isAttached();
            View.holds(page, "document.scrollingElement.scrollWidth <= 360");
        }
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void aTapOpensAProcessAndItsButtonsAreLargeEnoughToHit() {
        Page page = phone();
        View.isIn(page, "web", "running");
        var stop = View.button(page, "Stop web").boundingBox();
        assertThat(stop.height).isGreaterThanOrEqualTo(32);
        assertThat(stop.width).isGreaterThanOrEqualTo(32);
        View.row(page, "web").locator(".state").tap();
        assertThat(page.locator("main h1")).containsText("web");
        View.has(page.locator(".paper"), "up");
    }
}
