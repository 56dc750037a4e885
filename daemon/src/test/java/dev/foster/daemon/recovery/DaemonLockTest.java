package dev.foster.daemon.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.FolderHolder;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.process.ProcessEngine;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One daemon per project, and the record it leaves when it is killed. */
class DaemonLockTest {
    private static final DaemonRecord RECORD =
            new DaemonRecord(4711, "4711@99@boot", "cookie", Instant.EPOCH);

    private static final Predecessor NONE = new Predecessor.None();

    @TempDir private Path folder;
    private ProjectPaths paths;

    @BeforeEach
    void create() {
        paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        paths.create();
    }

    @Test
    void aSecondOneIsRefusedAndToldWhoHasIt() {
        try (var lock = DaemonLock.take(paths)) {
            lock.write(RECORD);
            assertThat(lock.notice()).isEmpty();
            refused(paths);
        }
        DaemonLock.take(paths).close();
    }

    private static void refused(ProjectPaths paths) {
        assertThatThrownBy(() -> DaemonLock.take(paths))
                .isInstanceOfSatisfying(
                        ControlProblem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.CONFLICT))
                .hasMessageMatching(
                        "cannot bring up .*: a foster is already running for it \\(process "
                                + ProcessHandle.current().pid()
                                + "\\); .*");
    }

    @Test
    void aSecondOneIsRefusedWhateverWasDeletedAndWhereverItsStateIs() throws IOException {
        try (var lock = DaemonLock.take(paths)) {
            lock.write(RECORD);
            Files.delete(paths.lock());
            Files.delete(paths.daemonFile());
            Files.delete(paths.state());
            paths.create();
            refused(paths);
            ProjectPaths elsewhere =
                    ProjectPaths.of(
                            folder,
                            Map.of(
                                    "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                    "FOSTER_STATE_DIR", folder.resolve("t").toString()));
            elsewhere.create();
            refused(elsewhere);

            lock.renew();
            assertThat(lock.predecessor()).isEqualTo(new Predecessor.Killed(RECORD));
            assertThat(paths.lock()).exists();
        }
        DaemonLock.take(paths).close();
    }

    @Test
    void aLockOfTheProgramThatStartedUsKeepsNobodyOutOfHisOwnFolder() throws Exception {
        try (var claim = ProcessEngine.claim(folder).orElseThrow()) {
            assertThat(FolderHolder.of(folder))
                    .contains(new FolderHolder(ProcessHandle.current().pid(), true));
            // What it starts sees its ancestor.
            assertThat(asChild()).isEqualTo("false");
            assertThat(claim).isNotNull();
        }
        assertThat(FolderHolder.of(folder)).isEmpty();
    }

    private String asChild() throws Exception {
        Process child =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                CountsAsHolder.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = String.valueOf(child.inputReader().readLine());
        assertThat(child.waitFor()).isZero();
        return said;
    }

    /** Says whether the holder of a folder keeps it out. */
    static final class CountsAsHolder {
        private CountsAsHolder() {}

        public static void main(String[] folder) {
            System.out.println(FolderHolder.of(Path.of(folder[0])).orElseThrow().counts());
        }
    }

    @Test
    void oneThatEndsInOrderLeavesNoRecord() {
        try (var lock = DaemonLock.take(paths)) {
            assertThat(lock.predecessor()).isEqualTo(NONE);
            lock.write(RECORD);
        }
        try (var lock = DaemonLock.take(paths)) {
            assertThat(lock.predecessor()).as("the last one ended in order").isEqualTo(NONE);
        }
    }

    @Test
    void oneThatCouldNotStartLeavesTheRecordOfItsPredecessor() {
        DaemonLock killed = DaemonLock.take(paths);
        killed.write(RECORD);
        killed.abandon();

        DaemonLock failed = DaemonLock.take(paths);
        assertThat(failed.predecessor()).isEqualTo(new Predecessor.Killed(RECORD));
        failed.abandon();

        try (var lock = DaemonLock.take(paths)) {
            assertThat(lock.predecessor()).isEqualTo(new Predecessor.Killed(RECORD));
        }
    }

    @Test
    void aTornOrNonsensicalRecordIsUnreadableAndSaysWhy() throws IOException {
        RECORD.write(paths.daemonFile());
        byte[] whole = Files.readAllBytes(paths.daemonFile());
        try (var lock = DaemonLock.take(paths)) {
            for (int length = 0; length < whole.length; length++) {
                Files.write(paths.daemonFile(), Arrays.copyOf(whole, length));
                assertUnreadable(lock);
            }
            for (String nonsense :
                    List.of(
                            "[]",
                            "null",
                            "{}",
                            "{\"pid\":\"x\"}",
                            "\u0000\u0001",
                            "9".repeat(999))) {
                Files.writeString(paths.daemonFile(), nonsense);
                assertUnreadable(lock);
            }
            Files.delete(paths.daemonFile());
            Files.createDirectory(paths.daemonFile());
            assertUnreadable(lock);
        }
    }

    private void assertUnreadable(DaemonLock lock) {
        assertThat(lock.predecessor())
                .isInstanceOfSatisfying(
                        Predecessor.Unreadable.class,
                        unreadable -> {
                            assertThat(unreadable.file()).isEqualTo(paths.daemonFile());
                            assertThat(unreadable.why()).isNotBlank();
                        });
    }

    @Test
    void aPlaceWithoutRightsOrRoomIsAProblem() throws IOException {
        Files.createDirectory(paths.lock());
        assertThatThrownBy(() -> DaemonLock.take(paths))
                .isInstanceOf(ControlProblem.class)
                .hasMessageMatching("cannot lock .*: .*; check that you may write there");
    }
}
