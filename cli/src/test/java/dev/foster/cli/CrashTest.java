package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Daemons that are killed at any moment: the next one finds no second copy and a whole journal. */
class CrashTest {
    private static final int CRASHES = Integer.getInteger("foster.crashes", 50);
    private static final String LOAD =
            """
            processes:
              talker: {command: "while :; do echo a line of some length, again and again; sleep 0.01; done"}
              crasher: {command: "sleep 0.1; exit 1", restart: {policy: always, backoff: [0s], limit: none}}
              forker: {command: "setsid sleep 1001 & sleep 1002 & wait"}
              steady: {command: [sleep, "1003"], depends_on: {talker: started}}
            """;

    private static final String CRASHER = "crasher";

    /** The command lines of everything that should be there once. */
    private static final Map<String, String> COMMANDS =
            Map.of(
                    "talker",
                    ".*again and again.*",
                    "forker",
                    ".*setsid sleep 1001 & .*",
                    "what escaped from forker",
                    "(.*/)?sleep 1001",
                    "what forker waits for",
                    "(.*/)?sleep 1002",
                    "steady",
                    "(.*/)?sleep 1003",
                    CRASHER,
                    ".*sleep 0.1; exit 1");

    private final long seed = Long.getLong("foster.crash.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private int kills;

    @Test
    void fiftyCrashesLeaveOneCopyOfEachAndAWholeJournal() throws Exception {
        try (var project = TestProject.of(LOAD);
                var witness = new JournalWitness(project)) {
            while (kills < CRASHES) {
                if (random.nextInt(3) == 0) {
                    // One dies young: whatever it was about to start, the next one finds.
                    up(project);
                    assertNoSecondCopies(project);
                    killDaemon(project);
                }
                up(project);
                witness.follow();
                awaitOneCopyOfEach(project);
                // Anything up to a busy middle age.
                pause(Duration.ofMillis(random.nextInt(400)));
                killDaemon(project);
                witness.awaitEnd();
                // Some rounds start the next one while the guardian is still at work.
                if (random.nextInt(5) > 0) {
                    Eventually.until(
                            TestProject.LIMIT,
                            "nothing outlives the daemon",
                            () -> project.family().isEmpty());
                }
            }
            up(project);
            witness.follow();
            for (String name : List.of("talker", "forker", "steady")) {
                project.await(name, ProcessView::ready);
            }
            awaitOneCopyOfEach(project);
            witness.catchUp();
            assertThat(project.run("down").code()).isZero();
            witness.awaitEnd();
            witness.compareWithFile(kills);
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("with -Dfoster.crash.seed=" + seed, failure);
        }
    }

    private static void up(TestProject project) {
        Program.Result up = project.detach("up", "-d");
        assertThat(up.code()).as(up.output()).isZero();
    }

    private static void pause(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void killDaemon(TestProject project) {
        long pid = project.client().project().pid();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        kills++;
        Eventually.until(TestProject.LIMIT, "the daemon is dead", () -> !ProcTable.running(pid));
    }

    private static void awaitOneCopyOfEach(TestProject project) {
        var all = new HashSet<>(COMMANDS.keySet());
        all.remove(CRASHER);
        Eventually.until(
                TestProject.LIMIT,
                "one copy of each",
                () -> assertNoSecondCopies(project).containsAll(all));
    }

    /** Fails when there are two of anything; tells what there is one of. */
    private static Set<String> assertNoSecondCopies(TestProject project) {
        var copies = new HashMap<String, List<ProcTable.Entry>>();
        for (ProcTable.Entry entry : project.family()) {
            String command = command(entry);
            COMMANDS.forEach(
                    (name, pattern) -> {
                        if (command.matches(pattern)) {
                            copies.computeIfAbsent(name, _ -> new ArrayList<>()).add(entry);
                        }
                    });
        }
        copies.forEach(
                (name, entries) -> {
                    // A shell that forks is two of the same for a moment.
                    List<Long> pids = entries.stream().map(ProcTable.Entry::pid).toList();
                    entries.removeIf(entry -> pids.contains(entry.parent()));
                    // One that ended while we looked at the others was no second copy of them.
                    entries.removeIf(entry -> !ProcTable.running(entry));
                    assertThat(entries).as("copies of %s", name).hasSizeLessThan(2);
                });
        copies.values().removeIf(List::isEmpty);
        return copies.keySet();
    }

    private static String command(ProcTable.Entry entry) {
        return ProcessHandle.of(entry.pid())
                .flatMap(handle -> handle.info().commandLine())
                .orElse("");
    }
}
