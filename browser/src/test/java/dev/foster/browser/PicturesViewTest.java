package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The pictures of the documentation can be taken. With {@code -Dfoster.pictures=FOLDER} they are
 * kept there, after a minute, when the curves are long enough to look at: docs/pictures/take-web.
 */
@ExtendWith(Chromium.class)
class PicturesViewTest {
    private static final int LARGEST = 150_000;
    private static final String PROJECT =
            """
            name: shop
            bus: embedded
            groups:
              storage: {members: [database, cache]}
              edge: {members: [web, api]}
            processes:
              database:
                description: keeps the orders
                command: [sh, -c, 'sleep 1; echo ready to accept connections; while :; do echo checkpoint complete; sleep 4; done']
                ready: {log: ready to accept}
              cache:
                description: answers from memory
                command: [sh, -c, 'while :; do seq 1 4000 >/dev/null; sleep 1; done']
              web:
                description: serves the shop
                command: [sh, ./serve]
                depends_on: {database: ready, cache: started}
                limits: {memory: 12MB, cpu: 80%}
              api:
                description: answers the apps
                command: [sh, ./work]
                gauge: {pattern: 'rate=([0-9.]+)', unit: req/s, low: 20%}
                depends_on: {database: ready}
              worker:
                description: packs and sends
                command: [sh, ./work]
                depends_on: {database: ready, cache: started}
              mailer:
                description: writes to customers
                command: [sh, -c, 'echo sending 12 letters; sleep 3; echo cannot reach mail.example:25 >&2; exit 1']
                depends_on: [worker]
                restart: {policy: always, backoff: {initial: 4s, factor: 2, max: 20s}, limit: none}
              migrate:
                description: brings the tables up to date
                command: [sh, -c, 'echo 12 tables are up to date']
                depends_on: {database: ready}
                restart: 'no'
              reports:
                description: once a night
                command: [sh, -c, 'echo no such table sales >&2; exit 3']
                restart: 'no'
              debugger: {command: [sleep, '1000'], enabled: false, description: when somebody needs it}
            """;
    private static final String SERVE =
            """
            n=0
            while :; do
                n=$((n + 1))
                printf '\\033[32mGET\\033[0m  /articles/%d \\033[1m200\\033[0m in %d ms\\n' $((n * 7919 % 1000)) $((n * 31 % 97))
                [ $((n % 7)) -ne 0 ] || printf '\\033[36mPOST\\033[0m /basket \\033[1m201\\033[0m in %d ms\\n' $((n * 17 % 60))
                [ $((n % 23)) -ne 0 ] || echo "slow: /articles/$((n * 7919 % 1000)) took 1.$((n % 9)) s" >&2
                [ $((n % 40)) -gt 18 ] || seq 1 30000 >/dev/null
                sleep 0.3
            done
            """;
    private static final String WORK =
            """
            n=0
            while :; do
                n=$((n + 1))
                seq 1 $((n * 7919 % 60000)) >/dev/null
                echo "rate=$((80 + n * 7919 % 25)).$((n % 9))"
                sleep 0.5
            done
            """;

    @TempDir Path folder;

    @Test
    void eachViewIsTaken() throws IOException {
        String kept = System.getProperty("foster.pictures", "");
        Path pictures = kept.isEmpty() ? folder.resolve("pictures") : Path.of(kept);
        Path shop = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(shop.resolve("serve"), SERVE);
        Files.writeString(shop.resolve("work"), WORK);
        try (Dashboard dashboard = Dashboard.of(shop, PROJECT)) {
            Page light = dashboard.page(size(1200, 720, ColorScheme.LIGHT));
            View.isIn(light, "reports", "failed");
            View.isIn(light, "web", "running");
            if (!kept.isEmpty()) {
                awaitCurves(light);
            }
            take(light, pictures, "web-overview");
            View.go(light, "#/graph");
            View.has(light.locator("[data-process=web]"), "running");
            take(light, pictures, "web-graph");

            Page dark = dashboard.page(size(1200, 720, ColorScheme.DARK));
            View.go(dark, "#/process/web");
            View.has(dark.locator(".paper"), "POST");
            View.has(dark.locator(".facts"), "directory");
            take(dark, pictures, "web-process");
            View.go(dark, "#/events");
            View.has(dark.locator(".events"), "mailer");
            take(dark, pictures, "web-events");

            Page phone = dashboard.page(size(390, 844, ColorScheme.LIGHT).setIsMobile(true));
            View.isIn(phone, "web", "running");
            take(phone, pictures, "web-phone");
            for (Page page : List.of(light, dark, phone)) {
                assertThat(dashboard.complaints(page)).isEmpty();
            }
        }
    }

    private static Browser.NewContextOptions size(int width, int height, ColorScheme scheme) {
        return new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setReducedMotion(ReducedMotion.REDUCE);
    }

    private static void awaitCurves(Page page) {
        String points =
                "document.querySelector('.spark .stroke').getAttribute('d').split('L').length";
        boolean drawn =
                Eventually.within(Duration.ofMinutes(2), () -> (int) page.evaluate(points) >= 59);
        assertThat(drawn).isTrue();
    }

    private static void take(Page page, Path pictures, String name) throws IOException {
        assertThat(page.locator("dialog")).hasCount(0);
        Path picture = pictures.resolve(name + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(picture));
        assertThat(Files.size(picture)).isBetween(5_000L, (long) LARGEST);
    }
}
