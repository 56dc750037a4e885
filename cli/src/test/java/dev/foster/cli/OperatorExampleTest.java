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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The example with a monitor, an agent and a workload that breaks, chapter by chapter. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OperatorExampleTest {
    private static final Path EXAMPLE =
            Path.of("..", "examples", "operator").toAbsolutePath().normalize();
    private static final String DETECTED = "DETECTED ";
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void eachFaultIsDetectedAndRepaired() {
        PluginKit.requires("python3");
        try (var project = TestProject.empty()) {
            PluginKit.copy(EXAMPLE, project.folder());
            try (Program up = patient(project.setup()).start("up")) {
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

    /**
     * A monitor that takes no stall of this machine for a fault, and a crash that lasts long enough
     * to be noticed by it all the same.
     */
    private static Program.Setup patient(Program.Setup setup) {
        return setup.with("OPERATOR_SILENCE", "6")
                .with("OPERATOR_IN_A_ROW", "12")
                .with("OPERATOR_BACKOFF", "12s")
                .with("OPERATOR_PATIENCE", "1");
    }

    /**
     * What is looked for has been said in the chapter, and stays so: how things are is over as soon
     * as the agent has repaired them. A stall that is longer still may raise one alarm more.
     */
    private static final class Story {
        private final TestProject project;
        private Optional<String> lastBefore = Optional.empty();

        Story(TestProject project) {
            this.project = project;
        }

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
            awaitAlarm("slow");
            awaitGauge(Story::wasLow);
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
            // Any other alarm means a restart.
            if (alarms().allMatch("errors"::equals)) {
                assertThat(pid()).as("no restart was needed").isEqualTo(pid);
            }
        }

        void leak() {
            long pid = pid();
            next("4 of 6");
            awaitAlarm("leak");
            awaitLine("agent", "a new process will do");
            awaitAllClear();
            assertThat(pid()).isNotEqualTo(pid);
        }

        void crash() {
            int restarts = project.process("workload").restarts();
            next("5 of 6");
            awaitAlarm("silence");
            awaitLine("agent", "nothing to do");
            awaitAllClear();
            // Those that the agent asks for are not among them.
            assertThat(project.process("workload").restarts()).isEqualTo(restarts + 1);
        }

        void longSleep() {
            next("6 of 6");
            awaitAlarm("silence");
            awaitLine("agent", "it hangs");
            awaitAllClear();
            awaitLine("workload", "killed by SIGKILL");
        }

        void end() {
            next("The end");
            // Each chapter began without an alarm, so each has raised one of its own.
            Eventually.until(
                    SOON,
                    "the journal has an alarm of each of the five faults, and its end",
                    () -> events("alert-raised") >= 5 && events("alert-cleared") >= 5);
        }

        private void next(String title) {
            lastBefore =
                    Optional.of(project.client().logs(LogQuery.all().tail(1)).getLast().cursor());
            project.client().input("narrator", "next\n".getBytes(UTF_8), false);
            awaitLine("narrator", title);
        }

        private long pid() {
            return project.await("workload", view -> view.pid().isPresent()).pid().orElseThrow();
        }

        private void awaitGauge(Predicate<GaugeView> wanted) {
            project.await("workload", view -> view.gauge().filter(wanted).isPresent());
        }

        /** Whether its curve shows it. After a start there are zeros and one or two such values. */
        private static boolean wasLow(GaugeView gauge) {
            return gauge.recent().stream()
                            .filter(value -> value > 0 && value < gauge.baseline() / 2)
                            .count()
                    >= 4;
        }

        private void awaitAlarm(String problem) {
            Eventually.until(
                    SOON,
                    "the monitor detects " + problem,
                    () -> alarms().anyMatch(problem::equals));
        }

        /** What the monitor has detected in this chapter. */
        private Stream<String> alarms() {
            return lines("monitor").stream()
                    .filter(line -> line.startsWith(DETECTED))
                    .map(line -> line.substring(DETECTED.length(), line.indexOf(':')));
        }

        /** The agent has heard the monitor's word, and Foster too. */
        private void awaitAllClear() {
            Eventually.until(
                    SOON,
                    "the agent has heard of the end of the alarm",
                    () -> {
                        List<String> said = lines("agent");
                        return !said.isEmpty() && said.getLast().startsWith("REPAIRED");
                    });
            project.await("monitor", view -> view.alert().isEmpty());
        }

        private void awaitLine(String process, String part) {
            Eventually.until(
                    SOON,
                    process + " says " + part,
                    () -> lines(process).stream().anyMatch(line -> line.contains(part)));
        }

        /** What its log has of this chapter. */
        private List<String> lines(String process) {
            LogQuery all = LogQuery.all().names(List.of(process));
            return project.client().logs(lastBefore.map(all::after).orElse(all)).stream()
                    .map(LogLineView::text)
                    .toList();
        }

        private long events(String kind) {
            return project
                    .client()
                    .events(OptionalLong.empty(), 1000, Optional.of("monitor"))
                    .stream()
                    .filter(event -> event.kind().equals(kind))
                    .count();
        }
    }
}
