package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.metrics.DurationCounts;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessEvent;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what nobody else counts: why and how runs ended, and how probes were answered. */
public final class RunCounters {
    private final Map<String, Map<Ending, LongAdder>> exits = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> forcedStops = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Answers>> probes = new ConcurrentHashMap<>();

    /** How the probes of one role were answered. */
    static final class Answers {
        private final DurationCounts durations = new DurationCounts();
        private final LongAdder failures = new LongAdder();

        DurationCounts durations() {
            return durations;
        }

        long failures() {
            return failures.sum();
        }
    }

    /** Something happened; told by one thread, in order. */
    public void happened(ProcessEvent event) {
        if (event instanceof ProcessEvent.StopForced) {
            forcedStops.computeIfAbsent(event.name(), _ -> new LongAdder()).increment();
        }
        event.end()
                .ifPresent(
                        reason ->
                                exits.computeIfAbsent(event.name(), _ -> new ConcurrentHashMap<>())
                                        .computeIfAbsent(reason, _ -> new LongAdder())
                                        .increment());
    }

    /** A probe was answered. */
    public void probed(String name, String role, boolean good, long nanos) {
        Answers answers =
                probes.computeIfAbsent(name, _ -> new ConcurrentHashMap<>())
                        .computeIfAbsent(role, _ -> new Answers());
        answers.durations.add(nanos);
        if (!good) {
            answers.failures.increment();
        }
    }

    /** The process is no longer in the project. */
    public void forget(String name) {
        exits.remove(name);
        forcedStops.remove(name);
        probes.remove(name);
    }

    long exits(String name, Ending reason) {
        return sum(exits.getOrDefault(name, Map.of()).get(reason));
    }

    long forcedStops(String name) {
        return sum(forcedStops.get(name));
    }

    private static long sum(@Nullable LongAdder counter) {
        return counter == null ? 0 : counter.sum();
    }

    /** By role. */
    Map<String, Answers> probes(String name) {
        return probes.getOrDefault(name, Map.of());
    }
}
