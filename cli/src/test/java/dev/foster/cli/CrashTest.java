package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Daemons that are killed at any moment: the next one finds no second copy and a whole journal. */
class CrashTest {
    private static final int CRASHES = Integer.getInteger("foster.crashes", 50);
    private static final String LOAD =
            """
            processes:
              talker: {command: "while :; do echo a line of some length, again and again; sleep 0.01; done"}
              crasher: {command: "sleep 0.1; exit 1", restart: {policy: always, backoff: [0s], limit: none}}
              forker: {command: "setsid sleep 1000 & sleep 1000 & wait"}
              steady: {command: [sleep, "1000"], depends_on: {talker: started}}
            """;

    @Test
    void fiftyCrashesLeaveOneCopyOfEachAndAWholeJournal() throws IOException {
        long seed = Long.getLong("foster.crash.seed", System.nanoTime());
        var random = new Random(seed);
        try (var project = TestProject.of(LOAD)) {
            long lastSeen = 0;
            for (int i = 0; i < CRASHES; i++) {
                Program.Result up = project.detach("up", "-d");
                assertThat(up.code()).as("seed %d, round %d: %s", seed, i, up.output()).isZero();
                // Anything from the middle of the first starts to a busy middle age.
                pause(Duration.ofMillis(random.nextInt(400)));
                lastSeen = checkJournal(project, lastSeen);
                killDaemon(project);
                if (i % 5 == 0) {
                    // Some rounds start the next one while the guardian is still at work.
                    continue;
                }
                Eventually.until(
                        TestProject.LIMIT,
                        "nothing outlives the daemon",
                        () -> project.family().isEmpty());
            }
            project.up();
            for (String name : List.of("talker", "forker", "steady")) {
                project.await(name, ProcessView::ready);
            }
            assertOneCopyOfEach(project);
            checkJournal(project, lastSeen);
            for (String line : Files.readAllLines(project.state().resolve("journal.jsonl"))) {
                assertThat(line).as("no torn line but at the end of a crash").startsWith("{");
            }
        }
    }

    private static void pause(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private static void killDaemon(TestProject project) {
        long pid = project.client().project().pid();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        Eventually.until(TestProject.LIMIT, "the daemon is dead", () -> !ProcTable.running(pid));
    }

    /** Ids only grow, and nothing that was once seen is missing. */
    private static long checkJournal(TestProject project, long lastSeen) {
        try {
            List<EventView> events =
                    project.client().events(OptionalLong.of(lastSeen), 1000, Optional.empty());
            long last = lastSeen;
            for (EventView event : events) {
                assertThat(event.id()).isGreaterThan(last);
                last = event.id();
            }
            return last;
        } catch (ControlProblem notYet) {
            throw new AssertionError("the daemon does not answer", notYet);
        }
    }

    private static void assertOneCopyOfEach(TestProject project) {
        Map<String, Integer> shells = new HashMap<>();
        for (ProcTable.Entry entry : project.family()) {
            ProcessHandle.of(entry.pid())
                    .flatMap(handle -> handle.info().commandLine())
                    .ifPresent(line -> shells.merge(line, 1, Integer::sum));
        }
        shells.forEach(
                (line, count) -> {
                    if (line.contains("a line of some length") || line.contains("setsid sleep")) {
                        assertThat(count).as(line).isEqualTo(1);
                    }
                });
        assertThat(shells.keySet())
                .anyMatch(line -> line.contains("a line of some length"))
                .anyMatch(line -> line.contains("setsid sleep"));
    }
}
