package dev.foster.daemon.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/** One daemon per project, and the record it leaves when it is killed. */
class DaemonLockTest {
    private static final DaemonRecord RECORD =
            new DaemonRecord(4711, "4711@99@boot", "cookie", Instant.EPOCH, 42);

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
            assertThatThrownBy(() -> DaemonLock.take(paths))
                    .isInstanceOfSatisfying(
                            ControlProblem.class,
                            problem -> assertThat(problem.code()).isEqualTo(ProblemCode.CONFLICT))
                    .hasMessageMatching(
                            "cannot bring up .*: a foster is already running for it \\(process"
                                    + " 4711\\); .*");
        }
        DaemonLock.take(paths).close();
    }

    @Test
    void oneThatEndsInOrderLeavesNoRecord() {
        try (var lock = DaemonLock.take(paths)) {
            assertThat(lock.previous()).isEmpty();
            lock.write(RECORD);
        }
        try (var lock = DaemonLock.take(paths)) {
            assertThat(lock.previous()).as("the last one ended in order").isEmpty();
        }
    }

    @Test
    void oneThatCouldNotStartLeavesTheRecordOfItsPredecessor() {
        DaemonLock killed = DaemonLock.take(paths);
        killed.write(RECORD);
        killed.abandon();

        DaemonLock failed = DaemonLock.take(paths);
        assertThat(failed.previous()).contains(RECORD);
        failed.abandon();

        try (var lock = DaemonLock.take(paths)) {
            assertThat(lock.previous()).contains(RECORD);
        }
    }

    @Test
    void aTornRecordIsNone() throws IOException {
        RECORD.write(paths.daemonFile());
        byte[] whole = Files.readAllBytes(paths.daemonFile());
        assertThat(DaemonRecord.read(paths.daemonFile())).contains(RECORD);
        for (int length = 0; length < whole.length; length++) {
            Files.write(paths.daemonFile(), Arrays.copyOf(whole, length));
            assertThat(DaemonRecord.read(paths.daemonFile())).as("%d bytes", length).isEmpty();
        }
        Files.writeString(paths.daemonFile(), "[]");
        assertThat(DaemonRecord.read(paths.daemonFile())).isEmpty();
    }

    @Test
    void aPlaceWithoutRightsOrRoomIsAProblem() throws IOException {
        Files.createDirectory(paths.lock());
        assertThatThrownBy(() -> DaemonLock.take(paths))
                .isInstanceOf(ControlProblem.class)
                .hasMessageMatching("cannot lock .*: .*; check that you may write there");
    }
}
