package dev.foster.bench.soak;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** How often what was done. */
final class Deeds {
    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    /** Counts one of a kind, which is named as in a table: {@code clients: hung up}. */
    void count(String kind) {
        count(kind, 1);
    }

    void count(String kind, long times) {
        counts.computeIfAbsent(kind, _ -> new LongAdder()).add(times);
    }

    long of(String kind) {
        LongAdder count = counts.get(kind);
        return count == null ? 0 : count.sum();
    }

    String table() {
        var text = new StringBuilder("| what was done | times |\n|---|---|\n");
        counts.forEach(
                (kind, count) ->
                        text.append(
                                String.format(Locale.ROOT, "| %s | %,d |\n", kind, count.sum())));
        return text.toString();
    }
}
