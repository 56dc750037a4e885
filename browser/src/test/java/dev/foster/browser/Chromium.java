package dev.foster.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;

import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The browser of all tests that are run together: this system's own, started once, ended after the
 * last of them. A test class that needs it is marked {@code @ExtendWith(Chromium.class)}.
 */
public final class Chromium implements BeforeAllCallback {
    /** A name that means this machine to the browser, as an attacker's could. */
    static final String REBOUND = "rebound.test";

    private static Optional<Running> running = Optional.empty();

    private record Running(Playwright playwright, Browser browser) implements AutoCloseable {
        @Override
        public void close() {
            // There may be other tests yet: who runs them may begin anew with each class.
            running = Optional.empty();
            browser.close();
            playwright.close();
        }
    }

    /** The browser; only after a test class was marked. */
    public static Browser browser() {
        return running.orElseThrow().browser();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Path> program = Peer.find("chromium");
        Assumptions.assumeTrue(
                program.isPresent(), "no chromium here: the tests of the dashboard are skipped");
        if (running.isEmpty()) {
            Running started = start(program.orElseThrow());
            running = Optional.of(started);
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(Chromium.class))
                    .put("browser", started);
        }
    }

    private static Running start(Path program) {
        var playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(program)
                                        // Whoever tests may be root, for whom it has no sandbox.
                                        .setArgs(
                                                List.of(
                                                        "--no-sandbox",
                                                        "--host-resolver-rules=MAP "
                                                                + REBOUND
                                                                + " 127.0.0.1")));
        return new Running(playwright, browser);
    }
}
