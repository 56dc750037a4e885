package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.GaugeView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.ProcessView;
import dev.foster.control.ScreenView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The example with a monitor, an agent and a workload that breaks, chapter by chapter. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OperatorExampleTest {
    private static final Path EXAMPLE =
            Path.of("..", "examples", "operator").toAbsolutePath().normalize();
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void eachFaultIsDetectedAndRepaired() {
        PluginKit.requires("python3");
        try (var project = TestProject.empty()) {
            PluginKit.copy(EXAMPLE, project.folder());
            try (Program up = project.setup().with("OPERATOR_PATIENCE", "1").start("up")) {
                var story = new Story(project);
                story.quietMorning();
                story.slowAfternoon();
                story.badRelease();
                story.leak();
                story.crash();
                story.longSleep();
                story.end();
                assertThat(project.run("down").code()).isZero();
                assertThat(up.awaitEnd().code()).isZero();
            }
        }
    }

    private record Story(TestProject project) {

        void quietMorning() {
            project.await("load", ProcessView::ready);
            project.await("monitor", ProcessView::ready);
            awaitLine("monitor", "all is well");
            assertThat(project.client().project().screen())
                    .isEqualTo(
                            new ScreenView(
                                    List.of("narrator", "workload", "load", "monitor", "agent"),
                                    List.of(
                                            new ScreenView.KeyView(
                                                    "Space", "narrator", "next", "next chapter"))));
            // As a person would without a screen.
            assertThat(project.run("send", "narrator", "next").code()).isZero();
            awaitLine("narrator", "1 of 6");
            awaitGauge(gauge -> gauge.baseline() > 0 && !gauge.low());
            assertThat(project.process("workload").gauge().orElseThrow().unit())
                    .isEqualTo("orders/s");
        }

        void slowAfternoon() {
            long pid = pid();
            next("2 of 6");
            awaitGauge(GaugeView::low);
            awaitAlarm("slow");
            awaitLine("agent", "a new process will do");
            awaitAllClear();
            awaitGauge(gauge -> !gauge.low());
            assertThat(pid()).isNotEqualTo(pid);
        }

        void badRelease() {
            long pid = pid();
            next("3 of 6");
            awaitAlarm("errors");
            awaitLine("agent", "rolling it back");
            awaitAllClear();
            assertThat(pid()).as("no restart was needed").isEqualTo(pid);
        }

        void leak() {
            long pid = pid();
            next("4 of 6");
            awaitAlarm("leak");
            awaitAllClear();
            assertThat(pid()).isNotEqualTo(pid);
        }

        void crash() {
            int restarts = project.process("workload").restarts();
            next("5 of 6");
            awaitAlarm("silence");
            awaitLine("agent", "nothing to do");
            awaitAllClear();
            assertThat(project.process("workload").restarts()).isEqualTo(restarts + 1);
        }

        void longSleep() {
            next("6 of 6");
            awaitAlarm("silence");
            awaitLine("agent", "it hangs");
            awaitAllClear();
            assertThat(project.process("workload").exit()).hasValue("killed by SIGKILL");
        }

        void end() {
            next("The end");
            assertThat(lines("agent").stream().filter(line -> line.startsWith("REPAIRED")))
                    .as("after each of the five faults")
                    .hasSize(5);
        }

        private void next(String title) {
            project.client().input("narrator", "next\n".getBytes(UTF_8), false);
            awaitLine("narrator", title);
        }

        private long pid() {
            return project.process("workload").pid().orElseThrow();
        }

        private void awaitGauge(Predicate<GaugeView> wanted) {
            project.await("workload", view -> view.gauge().filter(wanted).isPresent());
        }

        private void awaitAlarm(String problem) {
            String wanted = "DETECTED " + problem;
            project.await(
                    "monitor",
                    view -> view.alert().filter(it -> it.startsWith(wanted)).isPresent());
        }

        /** The monitor's word, and that the agent heard it. */
        private void awaitAllClear() {
            project.await("monitor", view -> view.alert().isEmpty());
            Eventually.until(
                    SOON,
                    "the agent has heard of the end of the alarm",
                    () -> lines("agent").getLast().startsWith("REPAIRED"));
        }

        private void awaitLine(String process, String part) {
            Eventually.until(
                    SOON,
                    process + " says " + part,
                    () -> lines(process).stream().anyMatch(line -> line.contains(part)));
        }

        private List<String> lines(String process) {
            return project.client().logs(LogQuery.all().names(List.of(process))).stream()
                    .map(LogLineView::text)
                    .toList();
        }
    }
}
