package dev.foster.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Coming in, going out, and who does not come in. */
@ExtendWith(Chromium.class)
class LogInTest {
    private static final String PROJECT = "processes: {web: {command: [sleep, '1000']}}";

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

    /** What the page's own script would be told. */
    static int status(Page page, String path) {
        return (int) page.evaluate("path => fetch(path).then(it => it.status)", path);
    }

    @Test
    void aLinkLogsABrowserInForAMonthAndLeavesNoTicketInTheAddress() {
        Page page = dashboard.page();
        assertThat(page.url()).startsWith(dashboard.address()).doesNotContain("ticket");
        assertThat(status(page, "v1/project")).isEqualTo(200);
        List<Cookie> cookies = page.context().cookies();
        assertThat(cookies).hasSize(1);
        Cookie cookie = cookies.getFirst();
        assertThat(cookie.httpOnly).isTrue();
        assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
        assertThat(page.evaluate("document.cookie")).isEqualTo("");
    }

    @Test
    void aLinkIsGoodForOneBrowserOnly() {
        String link = dashboard.link();
        Page first = dashboard.stranger().newPage();
        first.navigate(link);
        assertThat(status(first, "v1/project")).isEqualTo(200);
        Page second = dashboard.stranger().newPage();
        Response refused = second.navigate(link);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).contains("was used before").contains("foster web");
        second.navigate(dashboard.address());
        assertThat(status(second, "v1/project")).isEqualTo(401);
        // Who is in already just comes in again.
        assertThat(first.navigate(link).status()).isEqualTo(200);
    }

    @Test
    void whoIsNotLoggedInSeesTheFormAndComesInWithTheToken() {
        Page page = dashboard.stranger().newPage();
        page.navigate(dashboard.address());
        page.getByLabel("Token").fill("wrong wrong wrong wrong");
        page.getByLabel("Token").press("Enter");
        page.getByText("token is wrong").first().waitFor();
        assertThat(page.context().cookies()).isEmpty();
        page.getByLabel("Token").fill(dashboard.token());
        page.getByLabel("Token").press("Enter");
        page.locator(".row[data-process=web]").waitFor();
        assertThat(status(page, "v1/project")).isEqualTo(200);
    }

    @Test
    void aLogOutEndsTheSessionAlsoForWhoKeptTheCookie() {
        Page page = dashboard.page();
        List<Cookie> kept = page.context().cookies();
        int status =
                (int)
                        page.evaluate(
                                "fetch('logout', {method: 'POST', headers: {'Foster-Request':"
                                        + " '1'}}).then(it => it.status)");
        assertThat(status).isEqualTo(204);
        assertThat(page.context().cookies()).isEmpty();
        assertThat(status(page, "v1/project")).isEqualTo(401);
        BrowserContext thief = dashboard.stranger();
        thief.addCookies(kept);
        Page stolen = thief.newPage();
        stolen.navigate(dashboard.address());
        assertThat(status(stolen, "v1/project")).isEqualTo(401);
    }

    @Test
    void whoIsLoggedInStaysSoWhenTheDaemonIsStartedAgain() {
        Page page = dashboard.page();
        dashboard.stop();
        dashboard.start();
        page.navigate(dashboard.address());
        assertThat(status(page, "v1/project")).isEqualTo(200);
    }
}
