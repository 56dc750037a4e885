package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the next daemon knows, however the last one ended and however much had happened. */
class RecoveryTest {
    /** Fills the journal with more than it keeps, in seconds. */
    private static final String STORM =
            "  storm: {command: \"false\", enabled: false, restart: {policy: always, backoff: [0s],"
                    + " limit: none}}\n";

    private static final String TWO =
            "processes:\n"
                    + "  stays: {command: [sleep, \"1000\"], restart: unless-stopped}\n"
                    + "  comes: {command: [sleep, \"1000\"], restart: always}\n"
                    + STORM;

    private static void storm(TestProject project) {
        long before = project.client().project().lastEvent();
        assertThat(project.run("start", "storm").code()).isZero();
        Eventually.until(
                TestProject.LIMIT,
                "more happened than the journal keeps",
                () -> project.client().project().lastEvent() > before + 5_500);
        assertThat(project.run("stop", "storm").code()).isZero();
    }

    private static void kill(TestProject project) {
        ProcessHandle.of(project.client().project().pid()).orElseThrow().destroyForcibly();
        Eventually.until(TestProject.LIMIT, "all of it is gone", () -> project.family().isEmpty());
    }

    @Test
    void aProcessStoppedByHandStaysSoHoweverMuchHappensBeforeTheDaemonIsKilled() {
        try (var project = TestProject.of(TWO).up()) {
            project.await("stays", ProcessState.RUNNING);
            assertThat(project.run("stop", "stays", "comes").code()).isZero();
            storm(project);
            kill(project);

            project.up();
            project.await("comes", ProcessState.RUNNING);
            assertThat(project.process("stays").state()).isEqualTo(ProcessState.STOPPED);
        }
    }

    @Test
    void aProcessStoppedByHandStaysSoOverAnOrderlyEndUntilSomebodyStartsIt() {
        try (var project = TestProject.of(TWO).up()) {
            project.await("stays", ProcessState.RUNNING);
            assertThat(project.run("stop", "stays", "comes").code()).isZero();
            assertThat(project.run("down").code()).isZero();

            project.up();
            project.await("comes", ProcessState.RUNNING);
            assertThat(project.process("stays").state()).isEqualTo(ProcessState.STOPPED);
            assertThat(project.run("start", "stays").code()).isZero();
            assertThat(project.run("down").code()).isZero();

            project.up();
            project.await("stays", ProcessState.RUNNING);
        }
    }

    @Test
    void whatADependencyStoppedByHandIsNeededForWaitsForIt() {
        try (var project =
                TestProject.of(
                                """
                                processes:
                                  db: {command: [sleep, "1000"], restart: unless-stopped}
                                  web: {command: [sleep, "1000"], depends_on: {db: started}}
                                """)
                        .up()) {
            project.await("web", ProcessState.RUNNING);
            assertThat(project.run("stop", "db").code()).isZero();
            assertThat(project.run("down").code()).isZero();

            project.up();
            project.await("web", ProcessState.BLOCKED);
            assertThat(project.process("db").state()).isEqualTo(ProcessState.STOPPED);
            assertThat(project.run("start", "db").code()).isZero();
            project.await("web", ProcessState.RUNNING);
        }
    }

    @Test
    void anEndOfEverythingIsNoStopByHandEvenIfItIsCutShort() {
        try (var project =
                TestProject.of(
                                """
                                processes:
                                  quick: {command: [sleep, "1000"], restart: unless-stopped}
                                  deaf:
                                    command: "trap '' TERM; echo deaf; while :; do sleep 1; done"
                                    restart: unless-stopped
                                    ready: {log: deaf}
                                    stop: {grace: 60s}
                                """)
                        .up()) {
            project.await("quick", ProcessState.RUNNING);
            project.await("deaf", ProcessState.RUNNING);
            assertThat(project.run("down", "--no-wait").code()).isZero();
            project.await("quick", ProcessState.STOPPED);
            kill(project);

            project.up();
            project.await("quick", ProcessState.RUNNING);
            project.await("deaf", ProcessState.RUNNING);
            kill(project);
        }
    }

    @Test
    void aChildWithACleanedEnvironmentIsNotStartedASecondTimeHoweverMuchHappened()
            throws Exception {
        try (var project =
                TestProject.of(
                                "processes:\n"
                                    + "  bare: {command: \"exec env -i sleep 1031\"}\n"
                                    + "  deep: {command: \"sleep 0.5; setsid env -i sh -c 'sleep"
                                    + " 1032 & wait' & exec sleep 1033\"}\n"
                                        + STORM)
                        .up()) {
            project.await("bare", ProcessState.RUNNING);
            Eventually.until(TestProject.LIMIT, "all run", () -> sleepers().size() == 3);
            storm(project);
            killWithItsGuardian(project.client().project().pid());
            assertThat(sleepers()).as("nobody ended them").hasSize(3);

            project.up();
            project.await("bare", ProcessState.RUNNING);
            project.await("deep", ProcessState.RUNNING);
            Eventually.until(TestProject.LIMIT, "all run once", () -> sleepers().size() == 3);
            assertThat(project.run("down").code()).isZero();
            Eventually.until(TestProject.LIMIT, "none is left", () -> sleepers().isEmpty());
        }
    }

    /** The sleepers of the test above, who carry nothing that says whose they are. */
    private static List<String> sleepers() {
        return ProcTable.all().stream()
                .flatMap(entry -> ProcessHandle.of(entry.pid()).stream())
                .flatMap(handle -> handle.info().commandLine().stream())
                .filter(line -> line.matches("(.*/)?sleep 103[123]"))
                .toList();
    }

    private static void killWithItsGuardian(long daemon) throws Exception {
        // Suspended, it cannot start another.
        signal("STOP", daemon);
        for (ProcTable.Entry entry : ProcTable.descendants(daemon)) {
            if (isGuardian(entry.pid())) {
                signal("KILL", entry.pid());
            }
        }
        signal("KILL", daemon);
        Eventually.until(TestProject.LIMIT, "it is dead", () -> !ProcTable.running(daemon));
    }

    private static void signal(String name, long pid) throws Exception {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }

    private static boolean isGuardian(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("foster-guardian");
    }
}
