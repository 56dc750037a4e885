package dev.foster.bench.process;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Table;

import java.util.List;

/**
 * One benchmark: several systems take the same turn, again and again, in random order.
 *
 * @param name in one word, for {@code --only}
 * @param title for people
 * @param entries the systems; ratios are to the first
 * @param metrics what each turn measures
 * @param rounds how many turns each system takes
 * @param warmUps how many turns before them do not count
 * @param fresh true when every turn needs a new worker, as one whose memory is measured does
 */
record Contest(
        String name,
        String title,
        List<Entry> entries,
        List<Metric> metrics,
        int rounds,
        int warmUps,
        boolean fresh) {

    Table table() {
        return new Table(
                name,
                title,
                "Median of " + rounds + " rounds.",
                entries.stream().map(Entry::system).toList(),
                metrics);
    }
}
