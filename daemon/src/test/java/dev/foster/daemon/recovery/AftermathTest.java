package dev.foster.daemon.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventView;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a killed daemon left is ended, and nothing else is touched. */
@Timeout(60)
class AftermathTest {
    private final List<EventView> journal = new ArrayList<>();

    private void tell(String process, String kind, Map<String, Object> details) {
        journal.add(
                new EventView(
                        journal.size() + 1,
                        Instant.EPOCH,
                        Optional.of(process),
                        kind,
                        Optional.empty(),
                        "",
                        Optional.empty(),
                        details));
    }

    private static Predecessor record(String cookie, long firstEvent) {
        return new Predecessor.Killed(new DaemonRecord(1, "", cookie, Instant.EPOCH, firstEvent));
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

            Aftermath aftermath = Aftermath.clear(record(engine.cookie(), 1), journal);

            assertThat(aftermath.ended()).isGreaterThanOrEqualTo(2);
            assertThat(ProcTable.running(child.pid())).isFalse();
            assertThat(ProcTable.running(grandchild)).isFalse();
        }
        before.assertNothingLeft();
    }

    @Test
    void aProcessOfItsJournalIsEndedAndOneWithARecycledNumberIsNot() throws Exception {
        Process recorded = new ProcessBuilder("sleep", "1000").start();
        Process recycled = new ProcessBuilder("sleep", "1000").start();
        Process ofAnEarlierDaemon = new ProcessBuilder("sleep", "1000").start();
        try {
            ProcessMark mark = ProcessMark.of(recorded.pid()).orElseThrow();
            ProcessMark now = ProcessMark.of(recycled.pid()).orElseThrow();
            ProcessMark then = new ProcessMark(now.pid(), now.startTicks() - 1, now.bootId());
            ProcessMark otherBoot = new ProcessMark(now.pid(), now.startTicks(), "0123-abc");
            tell("old", "started", Map.of("mark", mark(ofAnEarlierDaemon)));
            tell("web", "started", Map.of("mark", mark.toString()));
            tell("web", "started", Map.of("mark", then.toString()));
            tell("web", "started", Map.of("mark", otherBoot.toString()));
            tell("web", "started", Map.of("mark", "nonsense"));

            Aftermath aftermath = Aftermath.clear(record("", 2), journal);

            assertThat(aftermath.ended()).isEqualTo(1);
            assertThat(recorded.waitFor()).isEqualTo(128 + 9);
            assertThat(ProcTable.running(recycled.pid())).isTrue();
            assertThat(ProcTable.running(ofAnEarlierDaemon.pid()))
                    .as("not of this daemon")
                    .isTrue();
        } finally {
            for (Process one : List.of(recorded, recycled, ofAnEarlierDaemon)) {
                one.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void whatSomebodyStoppedLastIsRemembered() {
        tell("before", "stop-asked", Map.of());
        tell("stopped", "start-asked", Map.of());
        tell("stopped", "stop-asked", Map.of());
        tell("stopped", "exited", Map.of());
        tell("again", "stop-asked", Map.of());
        tell("again", "start-asked", Map.of());

        assertThat(Aftermath.clear(record("", 2), journal).stoppedByHand())
                .containsExactly("stopped");
        assertThat(Aftermath.clear(new Predecessor.None(), journal).stoppedByHand()).isEmpty();
    }

    @Test
    void withoutAReadableRecordTheJournalTellsWhatTheLastDaemonLeft() throws Exception {
        for (Predecessor unknown :
                List.of(
                        record("; rm -rf /", 1),
                        new Predecessor.Unreadable(Path.of("/x/daemon.json"), "pid is missing"))) {
            journal.clear();
            Process its = new ProcessBuilder("sleep", "1000").start();
            Process ofAnEarlierDaemon = new ProcessBuilder("sleep", "1000").start();
            try {
                tell("web", "started", Map.of("mark", mark(ofAnEarlierDaemon)));
                tell("gone", "stop-asked", Map.of());
                tell("", Aftermath.DAEMON_STARTED, Map.of());
                tell("web", "started", Map.of("mark", mark(its)));
                tell("bot", "stop-asked", Map.of());

                Aftermath aftermath = Aftermath.clear(unknown, journal);

                assertThat(aftermath.ended()).isEqualTo(1);
                assertThat(aftermath.stoppedByHand()).containsExactly("bot");
                assertThat(aftermath.notice().orElseThrow())
                        .matches("cannot (read /x/daemon.json|use the record .*): .*; .*");
                assertThat(its.waitFor()).isEqualTo(128 + 9);
                assertThat(ProcTable.running(ofAnEarlierDaemon.pid())).isTrue();
            } finally {
                its.destroyForcibly().waitFor();
                ofAnEarlierDaemon.destroyForcibly().waitFor();
            }
        }
    }

    private static String mark(Process process) {
        return ProcessMark.of(process.pid()).orElseThrow().toString();
    }
}
