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

/** Who depends on whom, as a picture. */
@ExtendWith(Chromium.class)
class GraphViewTest {
    private static final String PROJECT =
            """
            name: net
            groups: {storage: {members: [database, cache]}}
            processes:
              database: {command: [sleep, '1000']}
              cache: {command: [sleep, '1000']}
              api: {command: [sleep, '1000'], depends_on: [storage]}
              web: {command: [sleep, '1000'], depends_on: {api: ready, cache: started}}
              alone: {command: [sleep, '1000']}
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("net"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    private static Locator node(Page page, String name) {
        return page.locator("[data-process='" + name + "']");
    }

    private static double left(Page page, String name) {
        return node(page, name).boundingBox().x;
    }

    @Test
    void eachStandsBehindAllItDependsOn() {
        Page page = View.open(dashboard, "#/graph");
        View.has(node(page, "web"), "running");
        assertThat(left(page, "database")).isEqualTo(left(page, "cache"));
        assertThat(left(page, "api")).isGreaterThan(left(page, "cache"));
        assertThat(left(page, "web")).isGreaterThan(left(page, "api"));
        // The group stands for both of its members.
        assertThat(page.locator(".edge")).hasCount(4);
        assertThat(page.locator(".edge title").allTextContents())
                .contains("web needs api to be ready", "api needs database to be started");
        assertThat(node(page, "alone")).hasClass("tile");
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void aStateThatChangesChangesItsColourAndWord() {
        Page page = View.open(dashboard, "#/graph");
        assertThat(node(page, "alone")).hasAttribute("data-tone", "good");
        dashboard.client().stop(List.of("alone"), false);
        assertThat(node(page, "alone")).hasAttribute("data-tone", "soft");
        View.has(node(page, "alone"), "stopped");
        dashboard.client().start(List.of("alone"), true);
        assertThat(node(page, "alone")).hasAttribute("data-tone", "good");
    }

    @Test
    void aClickOrTheKeyboardGoesToTheProcess() {
        Page page = View.open(dashboard, "#/graph");
        node(page, "api").click();
        assertThat(page.locator("main h1")).containsText("api");
        View.go(page, "#/graph");
        View.has(node(page, "web"), "running");
        page.keyboard().press("j");
        assertThat(node(page, "database")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator("main h1")).containsText("database");
    }
}
