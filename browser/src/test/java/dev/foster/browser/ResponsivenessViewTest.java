package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;

/**
 * The page under load: 200 processes, of which one says 10,000 lines a second. A page that is busy
 * for a tenth of a second is felt; the bound here is wider, since the machine of a test has other
 * things to do. The figures are printed.
 */
@ExtendWith(Chromium.class)
class ResponsivenessViewTest {
    private static final int LONGEST = 250;
    private static final int SECONDS = 5;

    /** How long the tasks were that took more than 50 ms, and how many frames there were. */
    private static final String WATCH =
            """
            seconds => new Promise(done => {
                const long = [];
                let frames = 0;
                new PerformanceObserver(list => long.push(...list.getEntries().map(it => it.duration)))
                    .observe({type: 'longtask'});
                const frame = () => { frames++; requestAnimationFrame(frame); };
                frame();
                setTimeout(() => done({
                    tasks: long.length,
                    longest: Math.round(long.sort((a, b) => b - a)[0] ?? 0),
                    next: Math.round(long[1] ?? 0),
                    frames: Math.round(frames / seconds)
                }), seconds * 1000);
            })
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() {
        var file = new StringBuilder("name: many\nprocesses:\n");
        for (int i = 0; i < 200; i++) {
            file.append("  service-%03d: {command: [sleep, '1000']".formatted(i));
            file.append(
                    i > 2 && i < 60 ? ", depends_on: [service-%03d]}\n".formatted(i / 3) : "}\n");
        }
        // A little more than 500 lines twenty times a second, as saying them takes time, too.
        file.append(
                """
                  hose:
                    command:
                      - sh
                      - -c
                      - >-
                        lines=$(seq -f 'GET /things/%g 200 in 12 ms' 1 560);
                        while :; do echo "$lines"; sleep 0.05; done
                """);
        dashboard = Dashboard.of(folder.resolve("many"), file.toString());
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    private static void watch(Page page, String what) {
        Map<?, ?> figures = (Map<?, ?>) page.evaluate(WATCH, SECONDS);
        System.out.println(what + ": " + figures);
        // The longest of all may be the machine's.
        assertThat((int) figures.get("next")).isLessThan(LONGEST);
        assertThat((int) figures.get("frames")).isPositive();
    }

    @Test
    void theOverviewOfTwoHundredProcessesStaysResponsive() {
        Page page = View.open(dashboard, "#/");
        assertThat(page.locator(".row[data-process]")).hasCount(201);
        View.isIn(page, "service-000", "running");
        watch(page, "200 processes");
        assertThat(View.faults(dashboard)).isEmpty();
    }

    @Test
    void aLogOfTenThousandLinesASecondStaysResponsiveAndBounded() {
        Page page = View.open(dashboard, "#/process/hose");
        View.has(page.locator(".gap").first(), "not shown");
        watch(page, "10,000 lines a second");
        assertThat(page.locator(".line").count()).isLessThan(3500);
        // It still does what it is told.
        page.keyboard().press("f");
        View.has(page.locator(".newest"), "new lines");
        assertThat(View.faults(dashboard)).isEmpty();
    }

    @Test
    void theGraphOfTwoHundredProcessesStaysResponsive() {
        Page page = View.open(dashboard, "#/graph");
        assertThat(page.locator("main [data-process]")).hasCount(201);
        watch(page, "graph");
    }
}
