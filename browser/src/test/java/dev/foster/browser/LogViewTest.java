package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import dev.foster.control.LogQuery;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a process says, in its page. */
@ExtendWith(Chromium.class)
class LogViewTest {
    private static final String AT_END =
            "(() => { const it = document.querySelector('.scroller');"
                    + " return it.scrollHeight - it.scrollTop - it.clientHeight < 5; })()";

    private static final String PROJECT =
            """
            name: talk
            processes:
              painter:
                command:
                  - sh
                  - -c
                  - >-
                    printf 'plain\\n\\033[31mred\\033[0m and \\033[1;38;5;202mbold\\033[0m\\n';
                    printf 'wrong\\n' >&2;
                    printf 'one\\rtwo\\033[2J\\033]0;title\\007 three\\001\\n';
                    printf '<img src=x onerror=stolen()><script>stolen()</script>\\n';
                    sleep 1000
              counter: {command: [sh, -c, 'seq 1 3000; sleep 1000']}
              echo: {command: [cat], stdin: pipe}
              burst: {command: [sh, -c, 'echo first; read go; seq 1 30000; sleep 1000'], stdin: pipe}
              silent: {command: [sleep, '1000'], enabled: false}
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        dashboard = Dashboard.of(folder.resolve("talk"), PROJECT);
        // A page that opens before begins with fewer lines, and leaves some out.
        LogQuery newest = LogQuery.all().names(List.of("counter")).tail(5);
        Eventually.until(
                Dashboard.LIMIT,
                "it has counted",
                () ->
                        dashboard.client().logs(newest).stream()
                                .anyMatch(line -> line.text().equals("3000")));
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    private static void write(String process, String line) {
        dashboard.client().input(process, (line + "\n").getBytes(StandardCharsets.UTF_8), false);
    }

    private static Locator line(Page page, String text) {
        return page.locator(".line").getByText(text).first();
    }

    @Test
    void coloursAreShownErrorsMarkedAndEverythingElseForATerminalTakenOut() {
        Page page = View.open(dashboard, "#/process/painter");
        assertThat(page.locator(".line .ink-1")).hasText("red");
        assertThat(page.locator(".line .bold")).hasText("bold");
        assertThat(page.locator(".line .bold")).hasCSS("color", "rgb(255, 95, 0)");
        assertThat(page.locator(".line[data-stream=err]")).hasText("wrong");
        // It wrote over the line, wanted to clear the screen, to change the title, and sent a
        // control character.
        assertThat(line(page, "two")).hasText("two three␁");
        View.has(page.locator(".line[data-stream=foster]").first(), "started as process");
        assertThat(page.title()).startsWith("painter");
    }

    @Test
    void markupInALineIsTextAndNothingElse() {
        Page page = View.open(dashboard, "#/process/painter");
        assertThat(line(page, "<img src=x onerror=stolen()>"))
                .hasText("<img src=x onerror=stolen()><script>stolen()</script>");
        assertThat(page.locator(".paper img, .paper script")).hasCount(0);
        // Also when it is searched for, and so cut into pieces.
        page.getByLabel("Search the output").fill("<script>");
        assertThat(page.locator("mark")).hasText("<script>");
        assertThat(page.locator(".paper img, .paper script")).hasCount(0);
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void theNewestLinesAreFollowedAndStandStillForWhoScrollsUp() {
        Page page = View.open(dashboard, "#/process/echo");
        Locator input = page.getByLabel("Write to the input of echo");
        for (int i = 0; i < 80; i++) {
            write("echo", "line " + i);
        }
        View.has(page.locator(".paper"), "line 79");
        View.holds(page, AT_END);

        page.evaluate("document.querySelector('.scroller').scrollTop -= 400");
        assertThat(page.locator(".newest")).isVisible();
        Object top = page.evaluate("document.querySelector('.scroller').scrollTop");
        input.fill("said meanwhile");
        input.press("Enter");
        View.has(page.locator(".newest"), "1 new line");
        View.hasNot(page.locator(".paper"), "said meanwhile");
        assertThat(page.evaluate("document.querySelector('.scroller').scrollTop")).isEqualTo(top);

        page.locator(".newest").click();
        View.has(page.locator(".paper"), "said meanwhile");
        View.holds(page, AT_END);
        assertThat(page.locator(".newest")).isHidden();
    }

    @Test
    void aSearchMarksCountsGoesFromPlaceToPlaceAndFilters() {
        Page page = View.open(dashboard, "#/process/counter?find=299");
        // 2299 and 2990 to 2999, among the thousand that the page begins with.
        assertThat(page.locator(".place")).hasText("11 found");
        assertThat(page.locator("mark").first()).hasText("299");
        page.getByLabel("Search the output").press("Enter");
        assertThat(page.locator(".line.here")).hasText("2999");
        page.getByLabel("Search the output").press("Enter");
        assertThat(page.locator(".line.here")).hasText("2998");
        assertThat(page.locator(".place")).hasText("10 of 11");
        View.button(page, "Only matches").click();
        View.holds(
                page,
                "[...document.querySelectorAll('.line')].filter(it => it.offsetHeight > 0).length"
                        + " === 11");
        page.getByLabel("Search the output").fill("2998");
        assertThat(page.locator("mark")).hasCount(1);
        assertThat(page.url()).endsWith("?find=2998");
        page.getByLabel("Search the output").press("Escape");
        assertThat(page.locator("mark")).hasCount(0);
    }

    @Test
    void olderLinesAreFetchedAndWhatWasInSightStaysThere() {
        Page page = View.open(dashboard, "#/process/counter");
        View.has(page.locator(".paper"), "3000");
        String first = page.locator(".line").first().textContent();
        page.locator(".older").click();
        View.holds(
                page,
                "[...document.querySelectorAll('.line')].findIndex(it => it.textContent === '"
                        + first
                        + "') === 500");
        assertThat(page.locator(".line").count()).isGreaterThan(1400);
        assertThat(page.locator(".newest")).isVisible();
    }

    @Test
    void theDownloadHasEveryLine() throws IOException {
        Page page = View.open(dashboard, "#/process/counter");
        View.has(page.locator(".paper"), "3000");
        Download download = page.waitForDownload(() -> page.getByText("Download").click());
        assertThat(download.suggestedFilename()).isEqualTo("counter.log");
        String text = Files.readString(download.path());
        assertThat(text.lines().filter(line -> line.endsWith(" 1")).count()).isPositive();
        assertThat(text.lines().filter(line -> line.matches(".*\\b[0-9]{1,4}$")).count())
                .isGreaterThanOrEqualTo(3000);
    }

    @Test
    void aBurstIsTooMuchForAPageWhichSaysSoAndShowsItOnDemand() {
        Page page = View.open(dashboard, "#/process/burst");
        View.has(page.locator(".paper"), "first");
        write("burst", "go");
        View.has(page.locator(".paper"), "30000");
        Locator gap = page.locator(".gap").first();
        View.has(gap, "not shown");
        int before = page.locator(".line").count();
        gap.locator("button").click();
        View.holds(page, "document.querySelectorAll('.line').length > " + before);
        assertThat(page.locator(".line").count()).isLessThanOrEqualTo(before + 1000);
    }

    @Test
    void linesAreWrappedAndTimedAsWanted() {
        Page page = View.open(dashboard, "#/process/painter");
        Locator plain = line(page, "plain");
        assertThat(plain).hasCSS("white-space", "pre-wrap");
        page.keyboard().press("w");
        assertThat(plain).hasCSS("white-space", "pre");
        page.keyboard().press("t");
        View.holds(
                page,
                "/[0-9]{2}:[0-9]{2}/.test(getComputedStyle(document.querySelector('.line'),"
                        + " '::before').content)");
    }

    @Test
    void aProcessThatSaidNothingSaysSo() {
        Page page = View.open(dashboard, "#/process/silent");
        View.has(page.locator(".log"), "It has not said anything yet.");
    }
}
