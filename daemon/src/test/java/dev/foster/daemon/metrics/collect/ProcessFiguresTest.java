package dev.foster.daemon.metrics.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.metrics.Exposition;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Exit;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.process.Signal;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The figures of processes, few or many. */
class ProcessFiguresTest {
    @TempDir private Path folder;

    private final RunCounters counters = new RunCounters();
    private Optional<LogStore> logs = Optional.empty();

    @AfterEach
    void closeLogs() {
        logs.ifPresent(LogStore::close);
    }

    private String text(List<ProcessStatus> states) {
        LogStore store = logs.orElseGet(() -> new LogStore(folder));
        logs = Optional.of(store);
        var families = new Families();
        new ProcessFigures(() -> states, new UsageBook(), store, counters).tell(families);
        return Exposition.PROMETHEUS.write(families.all());
    }

    private static ProcessStatus state(String name, ProcessStatus.Word word, int restarts) {
        return state(ProcessSpec.of(name, ChildSpec.of("run")), word, restarts);
    }

    private static ProcessStatus state(ProcessSpec spec, ProcessStatus.Word word, int restarts) {
        boolean up = word == ProcessStatus.Word.RUNNING;
        return new ProcessStatus(
                spec,
                word,
                true,
                up,
                1,
                up ? OptionalLong.of(4711) : OptionalLong.empty(),
                Instant.EPOCH,
                up ? Optional.of(Instant.ofEpochMilli(1_700_000_000_500L)) : Optional.empty(),
                restarts,
                Optional.empty(),
                Reason.none(),
                Optional.empty());
    }

    private static ProcessEvent crash(String name) {
        var exit =
                new Exit(
                        new Exit.Ending.Code(3),
                        Exit.Asked.NOBODY,
                        Instant.EPOCH,
                        Duration.ofSeconds(2),
                        Optional.empty(),
                        false);
        return new ProcessEvent.Exited(new RunId(name, 1), exit, Ending.ERROR);
    }

    @Test
    void exactlyOneStateIsTrue() {
        String text = text(List.of(state("web", ProcessStatus.Word.GAVE_UP, 5)));

        assertThat(text.lines().filter(line -> line.startsWith("foster_process_state{")))
                .hasSize(ProcessStatus.Word.values().length)
                .filteredOn(line -> line.endsWith(" 1"))
                .containsExactly("foster_process_state{process=\"web\",state=\"gave-up\"} 1");
        assertThat(text)
                .contains("foster_process_up{process=\"web\"} 0\n")
                .contains("foster_process_restarts_total{process=\"web\"} 5\n")
                .contains("foster_processes 1\n")
                .contains("foster_processes_summed 0\n")
                .doesNotContain("uptime_seconds{");
    }

    @Test
    void aRunningProcessHasABeginning() {
        assertThat(text(List.of(state("web", ProcessStatus.Word.RUNNING, 0))))
                .contains("foster_process_up{process=\"web\"} 1\n")
                .contains("foster_process_ready{process=\"web\"} 1\n")
                .contains("foster_process_start_time_seconds{process=\"web\"} 1.7000000005E9\n")
                .contains("foster_process_uptime_seconds{process=\"web\"} ");
    }

    @Test
    void exitsAreCountedByReasonUntilTheProcessIsForgotten() {
        ProcessEvent exit = crash("web");
        counters.happened(exit);
        counters.happened(exit);
        List<ProcessStatus> states = List.of(state("web", ProcessStatus.Word.FAILED, 0));

        assertThat(text(states))
                .contains("foster_process_exits_total{process=\"web\",reason=\"error\"} 2\n")
                .contains("foster_process_exits_total{process=\"web\",reason=\"ok\"} 0\n");
        counters.forget("web");
        assertThat(text(states))
                .contains("foster_process_exits_total{process=\"web\",reason=\"error\"} 0\n");
    }

    @Test
    void stopsThatHadToBeForcedAreCountedUntilTheProcessIsForgotten() {
        counters.happened(
                new ProcessEvent.StopForced(
                        new RunId("web", 1), Signal.TERM, Duration.ofSeconds(5)));
        List<ProcessStatus> states = List.of(state("web", ProcessStatus.Word.STOPPED, 0));

        assertThat(text(states)).contains("foster_process_forced_stops_total{process=\"web\"} 1\n");
        counters.forget("web");
        assertThat(text(states)).contains("foster_process_forced_stops_total{process=\"web\"} 0\n");
    }

    @Test
    void limitsAreToldWhereThereAreAny() {
        ChildSpec child =
                ChildSpec.of("run")
                        .confinement(
                                new Confinement(
                                        ResourceLimits.none()
                                                .memoryBytes(256_000_000)
                                                .cpuPercent(150)
                                                .threads(64)
                                                .files(1024)
                                                .processes(8),
                                        Isolation.none()));
        String text =
                text(List.of(state(ProcessSpec.of("web", child), ProcessStatus.Word.RUNNING, 0)));

        assertThat(text)
                .contains("foster_process_memory_limit_bytes{process=\"web\"} 256000000\n")
                .contains("foster_process_cpu_limit_cores{process=\"web\"} 1.5\n")
                .contains("foster_process_threads_limit{process=\"web\"} 64\n")
                .contains("foster_process_open_files_limit{process=\"web\"} 1024\n")
                .contains("foster_process_tree_processes_limit{process=\"web\"} 8\n");
        assertThat(text(List.of(state("web", ProcessStatus.Word.RUNNING, 0))))
                .doesNotContain("_limit");
    }

    @Test
    void beyondAThousandProcessesAreSummedUp() {
        List<ProcessStatus> states =
                IntStream.range(0, 1234)
                        .mapToObj(
                                i ->
                                        state(
                                                "p" + i,
                                                i % 2 == 0
                                                        ? ProcessStatus.Word.RUNNING
                                                        : ProcessStatus.Word.STOPPED,
                                                2))
                        .toList();
        counters.happened(crash("p1100"));
        String text = text(states);

        assertThat(text)
                .contains("foster_processes 1234\n")
                .contains("foster_processes_summed 234\n")
                .contains("foster_process_up{process=\"p998\"} 1\n")
                .doesNotContain("\"p1000\"")
                .contains("foster_process_up{process=\"(other)\"} 117\n")
                .contains("foster_process_state{process=\"(other)\",state=\"stopped\"} 117\n")
                .contains("foster_process_restarts_total{process=\"(other)\"} 468\n")
                .contains("foster_process_exits_total{process=\"(other)\",reason=\"error\"} 1\n");
        assertThat(text.lines().filter(line -> line.startsWith("foster_process_up{")).count())
                .isEqualTo(1001);
    }
}
