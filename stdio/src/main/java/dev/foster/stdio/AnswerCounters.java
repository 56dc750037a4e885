package dev.foster.stdio;

import dev.foster.stdio.report.MethodFigures;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts answers by server and method. Both are bounded: servers by the file, methods by MCP. */
final class AnswerCounters {
    private final Map<Key, Counts> counts = new ConcurrentHashMap<>();

    private record Key(String server, String method) {}

    private static final class Counts {
        private final LongAdder calls = new LongAdder();
        private final LongAdder errors = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private final LongAccumulator slowest = new LongAccumulator(Math::max, 0);
    }

    void answered(String server, String method, long nanos, boolean ok) {
        Counts its = counts.computeIfAbsent(new Key(server, method), _ -> new Counts());
        its.calls.increment();
        if (!ok) {
            its.errors.increment();
        }
        its.nanos.add(nanos);
        its.slowest.accumulate(nanos);
    }

    List<MethodFigures> all() {
        return counts.entrySet().stream()
                .map(
                        entry ->
                                new MethodFigures(
                                        entry.getKey().server(),
                                        entry.getKey().method(),
                                        entry.getValue().calls.sum(),
                                        entry.getValue().errors.sum(),
                                        Duration.ofNanos(entry.getValue().nanos.sum()),
                                        Duration.ofNanos(entry.getValue().slowest.get())))
                .sorted(
                        Comparator.comparing(MethodFigures::server)
                                .thenComparing(MethodFigures::method))
                .toList();
    }
}
