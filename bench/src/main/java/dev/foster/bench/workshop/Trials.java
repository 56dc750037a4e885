package dev.foster.bench.workshop;

import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Trials that are held one after the other, in a workshop of their own. */
public final class Trials {
    private Trials() {}

    /**
     * Holds them; nothing when the benchmark was interrupted: what there is then looks like
     * results, and is none.
     */
    public static Optional<Map<Table, Scores>> hold(
            Settings settings, Function<Workshop, Stream<? extends Trial>> trials)
            throws IOException {
        Map<Table, Scores> results = new LinkedHashMap<>();
        try (var workshop = new Workshop(settings)) {
            List<? extends Trial> all = trials.apply(workshop).toList();
            if (all.isEmpty()) {
                throw new IllegalArgumentException(
                        "cannot run only "
                                + String.join(",", settings.only())
                                + ": together they leave nothing to measure; name others");
            }
            all.forEach(trial -> results.put(trial.table(), trial.hold()));
            return workshop.isEnded() ? Optional.empty() : Optional.of(results);
        }
    }
}
