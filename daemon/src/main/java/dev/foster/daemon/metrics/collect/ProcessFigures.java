package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessStatus;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** How the processes stand, what they use, and how it went with them. */
public final class ProcessFigures implements MetricSource {
    /** How many have figures of their own: each is about fifty series. */
    static final int MOST = 1000;

    private static final double NANOS = 1e9;

    private final Supplier<List<ProcessStatus>> states;
    private final UsageBook usage;
    private final LogStore logs;
    private final RunCounters counters;

    public ProcessFigures(
            Supplier<List<ProcessStatus>> states,
            UsageBook usage,
            LogStore logs,
            RunCounters counters) {
        this.states = states;
        this.usage = usage;
        this.logs = logs;
        this.counters = counters;
    }

    @Override
    public void tell(Families families) {
        List<ProcessStatus> all = states.get();
        int own = Math.min(MOST, all.size());
        families.add(Metric.PROCESSES, all.size());
        families.add(Metric.PROCESSES_SUMMED, all.size() - own);
        Instant now = Instant.now();
        for (ProcessStatus state : all.subList(0, own)) {
            standing(families, state, now);
            counts(families, state);
            usage(families, state.name());
            limits(families, state);
        }
        if (own < all.size()) {
            new OtherProcesses(counters, usage, logs).tell(families, all.subList(own, all.size()));
        }
    }

    private static void standing(Families families, ProcessStatus state, Instant now) {
        String name = state.name();
        for (ProcessStatus.Word word : ProcessStatus.Word.values()) {
            families.add(Metric.PROCESS_STATE, state.word() == word ? 1 : 0, name, word.word());
        }
        families.add(Metric.PROCESS_UP, state.pid().isPresent() ? 1 : 0, name);
        families.add(Metric.PROCESS_READY, state.ready() ? 1 : 0, name);
        families.add(Metric.PROCESS_WANTED, state.wanted() ? 1 : 0, name);
        if (state.pid().isPresent() && state.startedAt().isPresent()) {
            Instant began = state.startedAt().get();
            families.add(Metric.PROCESS_START_TIME, began.toEpochMilli() / 1000.0, name);
            families.add(
                    Metric.PROCESS_UPTIME,
                    Math.max(0, Duration.between(began, now).toMillis()) / 1000.0,
                    name);
        }
    }

    private void counts(Families families, ProcessStatus state) {
        String name = state.name();
        families.add(Metric.PROCESS_RESTARTS, state.restarts(), name);
        for (Ending reason : Ending.values()) {
            families.add(Metric.PROCESS_EXITS, counters.exits(name, reason), name, reason.word());
        }
        families.add(Metric.PROCESS_FORCED_STOPS, counters.forcedStops(name), name);
        families.add(Metric.LOG_LINES, logs.lines(name), name);
        families.add(Metric.LOG_BYTES, logs.bytes(name), name);
        families.add(Metric.LOG_DROPPED, logs.lostBytes(name), name);
        counters.probes(name)
                .forEach(
                        (role, answers) -> {
                            families.histogram(
                                    Metric.PROBE_DURATION, answers.durations(), name, role);
                            families.add(Metric.PROBE_FAILURES, answers.failures(), name, role);
                        });
    }

    private void usage(Families families, String name) {
        usage.current(name).ifPresent(figures -> usage(families, figures, name));
        usage.peaks(name)
                .ifPresent(
                        peaks ->
                                families.add(
                                        Metric.PROCESS_MEMORY_PEAK, peaks.memoryBytes(), name));
    }

    private static void usage(Families families, UsageFigures figures, String name) {
        families.add(Metric.PROCESS_CPU, figures.cpuNanos() / NANOS, name);
        families.add(Metric.PROCESS_MEMORY, figures.memoryBytes(), name);
        families.add(Metric.PROCESS_THREADS, figures.threads(), name);
        families.add(Metric.PROCESS_TREE, figures.processes(), name);
        families.add(Metric.PROCESS_FILES, figures.files(), name);
        families.add(Metric.PROCESS_READ, figures.readBytes(), name);
        families.add(Metric.PROCESS_WRITTEN, figures.writtenBytes(), name);
    }

    private static void limits(Families families, ProcessStatus state) {
        String name = state.name();
        ResourceLimits limits = state.spec().child().confinement().limits();
        limits.memoryBytes().ifPresent(most -> families.add(Metric.LIMIT_MEMORY, most, name));
        limits.cpuPercent().ifPresent(most -> families.add(Metric.LIMIT_CPU, most / 100, name));
        limits.threads().ifPresent(most -> families.add(Metric.LIMIT_THREADS, most, name));
        limits.files().ifPresent(most -> families.add(Metric.LIMIT_FILES, most, name));
        limits.processes().ifPresent(most -> families.add(Metric.LIMIT_TREE, most, name));
    }
}
