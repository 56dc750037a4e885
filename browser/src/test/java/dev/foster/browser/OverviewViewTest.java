package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * All processes in a table: what it tells, how it is filtered, sorted and folded, what can be done.
 */
@ExtendWith(Chromium.class)
class OverviewViewTest {
    private static final String PROJECT =
            """
            name: shop
            groups: {storage: {members: [database, cache]}}
            processes:
              database: {command: [sleep, '1000'], description: keeps the orders}
              cache: {command: [sleep, '1000']}
              web: {command: [sleep, '1000'], depends_on: [cache]}
              alone: {command: [sleep, '1000']}
              task: {command: ['true'], restart: 'no'}
              broken: {command: [sh, -c, exit 3], restart: 'no'}
              idle: {command: [sleep, '1000'], enabled: false}
              sentry:
                command: [sh, -c, 'echo rate=12.5; echo DETECTED smoke; sleep 1000']
                gauge: {pattern: 'rate=([0-9.]+)', unit: req/s}
                alert: {pattern: DETECTED}
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("shop"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    @Test
    void aRowTellsAboutAProcess() {
        Page page = View.open(dashboard, "#/");
        Locator row = View.row(page, "database");
        View.isIn(page, "database", "running");
        assertThat(row.locator(".symbol")).hasText("●");
        View.has(row, "keeps the orders");
        assertThat(row.locator(".uptime")).hasText(Pattern.compile("[0-9]+(s|m[0-9]{2}s)"));
        assertThat(row.locator(".cpu .figure")).hasText(Pattern.compile("[0-9.]+%"));
        assertThat(row.locator(".memory .figure")).hasText(Pattern.compile("[0-9.]+ [KM]B"));
        assertThat(row.locator(".memory .spark .stroke")).hasAttribute("d", Pattern.compile("M.+"));
        View.isIn(page, "broken", "failed");
        View.has(View.row(page, "broken"), "exit 3");
        assertThat(View.row(page, "broken").locator(".symbol")).hasText("✖");
        View.isIn(page, "task", "completed");
        View.isIn(page, "idle", "disabled");
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void aFigureAndAnAlarmAreShownInTheRow() {
        Page page = View.open(dashboard, "#/");
        Locator row = View.row(page, "sentry");
        assertThat(row.locator(".gauge")).hasText("12.5 req/s");
        View.has(row.locator(".note"), "DETECTED smoke");
        assertThat(row).hasAttribute("data-alert", "");
        View.go(page, "#/process/sentry");
        assertThat(page.locator(".alert")).hasText("DETECTED smoke");
    }

    @Test
    void aCountShowsOnlyTheProcessesInThatState() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "broken", "failed");
        Locator failed = page.locator(".chip[data-state=failed]");
        View.has(failed, "1 failed");
        failed.click();
        assertThat(page.locator(".row[data-process]")).hasCount(1);
        assertThat(View.names(page)).containsExactly("broken");
        assertThat(page.url()).endsWith("#/?state=failed");
        failed.click();
        assertThat(page.locator(".row[data-process]")).hasCount(8);
    }

    @Test
    void theFilterFindsNamesGroupsAndDescriptionsAndStaysInTheAddress() {
        Page page = View.open(dashboard, "#/");
        assertThat(page.locator(".row[data-process]")).hasCount(8);
        page.keyboard().press("/");
        page.keyboard().type("stor");
        assertThat(page.locator(".row[data-process]")).hasCount(2);
        assertThat(page.url()).endsWith("#/?filter=stor");
        page.getByLabel("Filter processes").fill("orders");
        assertThat(page.locator(".row[data-process]")).hasCount(1);
        page.getByLabel("Filter processes").fill("no such thing");
        View.has(page.locator("main"), "None of 8 processes matches.");
        page.keyboard().press("Escape");
        assertThat(page.locator(".row[data-process]")).hasCount(8);

        View.go(page, "#/?filter=ca");
        assertThat(page.locator(".row[data-process]")).hasCount(1);
        assertThat(page.getByLabel("Filter processes")).hasValue("ca");
    }

    @Test
    void theHeadOfAColumnSortsThenTheOtherWayThenNotAtAll() {
        Page page = View.open(dashboard, "#/?state=running&filter=a");
        assertThat(page.locator(".row[data-process]")).hasCount(3);
        Locator head = page.locator("[data-column=name]");
        head.locator("button").click();
        assertThat(head).hasAttribute("aria-sort", "ascending");
        assertThat(View.names(page)).containsExactly("cache", "database", "alone");
        head.locator("button").click();
        assertThat(head).hasAttribute("aria-sort", "descending");
        assertThat(View.names(page)).containsExactly("database", "cache", "alone");
        head.locator("button").click();
        assertThat(head).not().hasAttribute("aria-sort", Pattern.compile(".*"));
    }

    @Test
    void aGroupTellsHowManyAreReadyAndFolds() {
        Page page = View.open(dashboard, "#/");
        Locator group = page.locator(".row.group").first();
        View.has(group, "storage");
        View.has(group, "2 of 2 ready");
        group.locator("button").click();
        assertThat(group.locator("button")).hasAttribute("aria-expanded", "false");
        assertThat(View.row(page, "cache")).hasCount(0);
        group.locator("button").click();
        assertThat(View.row(page, "cache")).hasCount(1);
    }

    @Test
    void stoppingAsksFirstAndSaysWhoDependsOnIt() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "web", "running");
        View.button(page, "Stop cache").click();
        Locator question = page.locator("dialog");
        View.has(question, "Stop cache?");
        View.has(question, "web depends on it.");
        question.getByText("Cancel").click();
        assertThat(question).hasCount(0);
        View.isIn(page, "cache", "running");
        assertThat(dashboard.client().process("cache").state().alive()).isTrue();
    }

    @Test
    void aProcessIsStoppedStartedAndRestartedFromItsRow() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "alone", "running");
        View.button(page, "Stop alone").click();
        page.locator("dialog .danger").click();
        View.noticed(page, "alone: stopping");
        View.isIn(page, "alone", "stopped");
        View.button(page, "Start alone").click();
        View.isIn(page, "alone", "running");
        long run = dashboard.client().process("alone").run();
        View.button(page, "Restart alone").click();
        View.noticed(page, "alone: restarting");
        View.isIn(page, "alone", "running");
        assertThat(
                        Eventually.within(
                                Dashboard.LIMIT,
                                () -> dashboard.client().process("alone").run() > run))
                .isTrue();
    }

    @Test
    void keysGoFromRowToRowAndActOnTheOneWithTheFocus() {
        Page page = View.open(dashboard, "#/");
        View.isIn(page, "web", "running");
        page.keyboard().press("j");
        assertThat(View.row(page, "database").locator("a.name")).isFocused();
        page.keyboard().press("j");
        assertThat(View.row(page, "cache").locator("a.name")).isFocused();
        page.keyboard().press("x");
        View.has(page.locator("dialog h2"), "Stop cache?");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        page.keyboard().press("k");
        page.keyboard().press("Enter");
        assertThat(page.locator("main h1")).containsText("database");
        assertThat(page.url()).endsWith("#/process/database");
    }

    @Test
    void whatComesWithAReloadAppearsAndWhatGoesGoes(@TempDir Path elsewhere) throws IOException {
        try (Dashboard own = Dashboard.of(elsewhere.resolve("own"), PROJECT)) {
            Page page = View.open(own, "#/");
            assertThat(page.locator(".row[data-process]")).hasCount(8);
            Path file = elsewhere.resolve("own/foster.yaml");
            String text = Files.readString(file).replace("  alone:", "  newcomer:");
            Files.writeString(file, text);
            own.client().reload();
            View.isIn(page, "newcomer", "running");
            assertThat(View.row(page, "alone")).hasCount(0);
            assertThat(own.complaints(page)).isEqualTo(List.of());
        }
    }
}
