package dev.foster.daemon.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;
import dev.foster.process.ProcessMark;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What a killed daemon left is ended, and nothing else is touched. */
@Timeout(60)
class CrashRecoveryTest {
    private static Predecessor record(String cookie) {
        return new Predecessor.Killed(new DaemonRecord(1, "", cookie, Instant.EPOCH));
    }

    @Test
    void whatCarriesItsCookieIsEndedWithAllItStarted() {
        Leaks before = Leaks.snapshot();
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults())) {
            var child = engine.spawn(ChildSpec.of("/bin/sh", "-c", "setsid sleep 1000 & wait"));
            Eventually.until(
                    Duration.ofSeconds(20),
                    "the grandchild runs",
                    () -> ProcTable.descendants(child.pid()).size() == 1);
            long grandchild = ProcTable.descendants(child.pid()).getFirst().pid();

            CrashRecovery recovery = CrashRecovery.clear(record(engine.cookie()), Set.of());

            assertThat(recovery.ended()).isGreaterThanOrEqualTo(2);
            assertThat(ProcTable.running(child.pid())).isFalse();
            assertThat(ProcTable.running(grandchild)).isFalse();
        }
        before.assertNothingLeft();
    }

    @Test
    void aProcessThatWasWrittenDownIsEndedAndOneWithARecycledNumberIsNot() throws Exception {
        Process recorded = new ProcessBuilder("sleep", "1000").start();
        Process recycled = new ProcessBuilder("sleep", "1000").start();
        try {
            ProcessMark now = mark(recycled);
            var then = new ProcessMark(now.pid(), now.startTicks() - 1, now.bootId());
            var otherBoot = new ProcessMark(now.pid(), now.startTicks(), "0123-abc");

            CrashRecovery recovery =
                    CrashRecovery.clear(record(""), Set.of(mark(recorded), then, otherBoot));

            assertThat(recovery.ended()).isEqualTo(1);
            assertThat(recorded.waitFor()).isEqualTo(128 + 9);
            assertThat(ProcTable.running(recycled.pid())).isTrue();
        } finally {
            for (Process one : List.of(recorded, recycled)) {
                one.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void whatIsWrittenDownOfADaemonThatEndedInOrderIsOld() throws Exception {
        Process other = new ProcessBuilder("sleep", "1000").start();
        try {
            assertThat(CrashRecovery.clear(new Predecessor.None(), Set.of(mark(other))).ended())
                    .isZero();
            assertThat(ProcTable.running(other.pid())).isTrue();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void withoutAReadableRecordWhatRanIsEndedAllTheSame() throws Exception {
        for (Predecessor unknown :
                List.of(
                        record("; rm -rf /"),
                        new Predecessor.Unreadable(Path.of("/x/daemon.json"), "pid is missing"))) {
            Process its = new ProcessBuilder("sleep", "1000").start();
            try {
                CrashRecovery recovery = CrashRecovery.clear(unknown, Set.of(mark(its)));

                assertThat(recovery.ended()).isEqualTo(1);
                assertThat(recovery.notice().orElseThrow())
                        .matches("cannot (read /x/daemon.json|use the record .*): .*; .*");
                assertThat(its.waitFor()).isEqualTo(128 + 9);
            } finally {
                its.destroyForcibly().waitFor();
            }
        }
    }

    private static ProcessMark mark(Process process) {
        return ProcessMark.of(process.pid()).orElseThrow();
    }
}
