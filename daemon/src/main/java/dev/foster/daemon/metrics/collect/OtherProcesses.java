package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.usage.Figures;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessState;

import java.util.List;
import java.util.function.ToLongFunction;

/** Those for whom there are too many processes: their sums, as if they were one. */
final class OtherProcesses {
    /** No process can be called so. */
    static final String NAME = "(other)";

    private static final double NANOS = 1e9;

    private final Tally tally;
    private final UsageBook usage;
    private final LogStore logs;

    OtherProcesses(Tally tally, UsageBook usage, LogStore logs) {
        this.tally = tally;
        this.usage = usage;
        this.logs = logs;
    }

    void tell(Families families, List<ProcessState> others) {
        for (ProcessState.Word word : ProcessState.Word.values()) {
            long count = others.stream().filter(it -> it.word() == word).count();
            families.add(Metric.PROCESS_STATE, count, NAME, word.word());
        }
        sum(families, Metric.PROCESS_UP, others, it -> it.pid().isPresent() ? 1 : 0);
        sum(families, Metric.PROCESS_READY, others, it -> it.ready() ? 1 : 0);
        sum(families, Metric.PROCESS_WANTED, others, it -> it.wanted() ? 1 : 0);
        sum(families, Metric.PROCESS_RESTARTS, others, ProcessState::restarts);
        for (Ending reason : Ending.values()) {
            long count = others.stream().mapToLong(it -> tally.exits(it.name(), reason)).sum();
            families.add(Metric.PROCESS_EXITS, count, NAME, reason.word());
        }
        sum(families, Metric.PROCESS_FORCED_STOPS, others, it -> tally.forcedStops(it.name()));
        sum(families, Metric.LOG_LINES, others, it -> logs.lines(it.name()));
        sum(families, Metric.LOG_BYTES, others, it -> logs.bytes(it.name()));
        sum(families, Metric.LOG_DROPPED, others, it -> logs.lostBytes(it.name()));
        List<Figures> figures =
                others.stream().flatMap(it -> usage.current(it.name()).stream()).toList();
        families.add(
                Metric.PROCESS_CPU,
                figures.stream().mapToLong(Figures::cpuNanos).sum() / NANOS,
                NAME);
        families.add(
                Metric.PROCESS_MEMORY,
                figures.stream().mapToLong(Figures::memoryBytes).sum(),
                NAME);
        families.add(
                Metric.PROCESS_THREADS, figures.stream().mapToLong(Figures::threads).sum(), NAME);
    }

    private static void sum(
            Families families,
            Metric metric,
            List<ProcessState> others,
            ToLongFunction<ProcessState> figure) {
        families.add(metric, others.stream().mapToLong(figure).sum(), NAME);
    }
}
