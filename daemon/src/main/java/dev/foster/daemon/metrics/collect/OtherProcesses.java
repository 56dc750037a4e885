package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessStatus;

import java.util.List;
import java.util.function.ToLongFunction;

/** Those for whom there are too many processes: their sums, as if they were one. */
final class OtherProcesses {
    /** No process can be called so. */
    static final String NAME = "(other)";

    private static final double NANOS = 1e9;

    private final RunCounters counters;
    private final UsageBook usage;
    private final LogStore logs;

    OtherProcesses(RunCounters counters, UsageBook usage, LogStore logs) {
        this.counters = counters;
        this.usage = usage;
        this.logs = logs;
    }

    void tell(Families families, List<ProcessStatus> others) {
        for (ProcessStatus.Word word : ProcessStatus.Word.values()) {
            long count = others.stream().filter(it -> it.word() == word).count();
            families.add(Metric.PROCESS_STATE, count, NAME, word.word());
        }
        sum(families, Metric.PROCESS_UP, others, it -> it.pid().isPresent() ? 1 : 0);
        sum(families, Metric.PROCESS_READY, others, it -> it.ready() ? 1 : 0);
        sum(families, Metric.PROCESS_WANTED, others, it -> it.wanted() ? 1 : 0);
        sum(families, Metric.PROCESS_RESTARTS, others, ProcessStatus::restarts);
        for (Ending reason : Ending.values()) {
            long count = others.stream().mapToLong(it -> counters.exits(it.name(), reason)).sum();
            families.add(Metric.PROCESS_EXITS, count, NAME, reason.word());
        }
        sum(families, Metric.PROCESS_FORCED_STOPS, others, it -> counters.forcedStops(it.name()));
        sum(families, Metric.LOG_LINES, others, it -> logs.lines(it.name()));
        sum(families, Metric.LOG_BYTES, others, it -> logs.bytes(it.name()));
        sum(families, Metric.LOG_DROPPED, others, it -> logs.lostBytes(it.name()));
        List<UsageFigures> figures =
                others.stream().flatMap(it -> usage.current(it.name()).stream()).toList();
        families.add(
                Metric.PROCESS_CPU,
                figures.stream().mapToLong(UsageFigures::cpuNanos).sum() / NANOS,
                NAME);
        families.add(
                Metric.PROCESS_MEMORY,
                figures.stream().mapToLong(UsageFigures::memoryBytes).sum(),
                NAME);
        families.add(
                Metric.PROCESS_THREADS,
                figures.stream().mapToLong(UsageFigures::threads).sum(),
                NAME);
    }

    private static void sum(
            Families families,
            Metric metric,
            List<ProcessStatus> others,
            ToLongFunction<ProcessStatus> figure) {
        families.add(metric, others.stream().mapToLong(figure).sum(), NAME);
    }
}
