package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;

import dev.foster.testkit.Eventually;

import java.util.List;

/** What the tests of the views have in common: how to get to one, and how to find things in it. */
final class View {
    static {
        PlaywrightAssertions.setDefaultAssertionTimeout((double) Dashboard.LIMIT.toMillis());
    }

    private View() {}

    /** A view in a browser of its own, once the page has heard from the daemon. */
    static Page open(Dashboard dashboard, String address) {
        Page page = dashboard.page();
        go(page, address);
        keepNotices(page);
        return page;
    }

    /** They leave by themselves after seconds, maybe before the test comes to look. */
    private static void keepNotices(Page page) {
        page.evaluate(
                """
                () => {
                  window.kept = [];
                  const keep = change => change.addedNodes.forEach(it => kept.push(it.textContent));
                  new MutationObserver(changes => changes.forEach(keep))
                    .observe(document.getElementById('notices'), {childList: true});
                }
                """);
    }

    /** Waits for a notice that there is or has been since the page was opened. */
    static void noticed(Page page, String text) {
        holds(page, "window.kept.some(notice => notice.includes('" + text + "'))");
    }

    /** To another view, such as {@code #/graph}, as a link would. */
    static void go(Page page, String address) {
        link(page, "live");
        page.evaluate("address => { location.hash = address; }", address);
    }

    static void link(Page page, String word) {
        assertThat(page.locator(".link .word")).hasText(word);
    }

    static Locator row(Page page, String process) {
        return page.locator(".row[data-process='" + process + "']");
    }

    static void isIn(Page page, String process, String state) {
        assertThat(row(page, process).locator(".state")).hasText(state);
    }

    /** The names in the table, from the top. */
    static List<String> names(Page page) {
        return page.locator(".rows .row[data-process] a.name").allTextContents();
    }

    static Locator button(Page page, String label) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(label).setExact(true));
    }

    static void has(Locator place, String text) {
        assertThat(place).containsText(text);
    }

    static void hasNot(Locator place, String text) {
        assertThat(place).not().containsText(text);
    }

    /** Waits for what the page itself says is so. */
    static void holds(Page page, String condition) {
        org.assertj.core.api.Assertions.assertThat(
                        Eventually.within(
                                Dashboard.LIMIT,
                                () -> Boolean.TRUE.equals(page.evaluate(condition))))
                .describedAs("%s in %s", condition, page.url())
                .isTrue();
    }
}
