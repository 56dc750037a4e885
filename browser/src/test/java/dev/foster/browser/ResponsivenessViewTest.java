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
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The page under load: 200 processes, of which one says 10,000 lines a second. A page that is busy
 * for a tenth of a second is felt, so no task may take as much of the processor, whatever else the
 * machine has to do. The figures are printed.
 */
@ExtendWith(Chromium.class)
class ResponsivenessViewTest {
    private static final Duration LONGEST = Duration.ofMillis(100);
    private static final int SECONDS = 5;

    /** How many frames there were a second. */
    private static final String FRAMES =
            """
            seconds => new Promise(done => {
                let frames = 0;
                const frame = () => { frames++; requestAnimationFrame(frame); };
                frame();
                setTimeout(() => done(Math.round(frames / seconds)), seconds * 1000);
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
        var frames = new AtomicInteger();
        TaskTimes times =
                TaskTimes.during(page, () -> frames.set((int) page.evaluate(FRAMES, SECONDS)));
        System.out.println(what + ": " + times + ", " + frames + " frames a second");
        assertThat(times.longest()).isLessThan(LONGEST);
        // Something was measured, and a task for each frame is the least.
        assertThat(frames).hasPositiveValue();
        assertThat(times.tasks()).isGreaterThan(frames.get() * SECONDS / 2);
        assertThat(times.longest()).isPositive();
    }

    @Test
    void theOverviewOfTwoHundredProcessesStaysResponsive() {
        Page page = View.open(dashboard, "#/");
        assertThat(page.locator(".row[data-process]")).hasCount(201);
        View.isIn(page, "service-000", "running");
        watch(page, "200 processes");
        assertThat(dashboard.complaints(page)).isEmpty();
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
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void theGraphOfTwoHundredProcessesStaysResponsive() {
        Page page = View.open(dashboard, "#/graph");
        assertThat(page.locator("main [data-process]")).hasCount(201);
        watch(page, "graph");
    }
}
