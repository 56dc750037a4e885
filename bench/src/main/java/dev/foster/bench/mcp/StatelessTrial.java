package dev.foster.bench.mcp;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of the revision that has no sessions: each stands alone. */
final class StatelessTrial implements Trial {
    static final String NAME = "stateless";
    static final String MEDIAN = "p50";

    private static final int LEAST = 5;

    private final Workshop workshop;
    private final List<Through> ways;
    private final int rounds;
    private final Duration warmUp;
    private final Duration time;

    StatelessTrial(Workshop workshop, List<Through> ways, int rounds, boolean quick) {
        this.workshop = workshop;
        this.ways = List.copyOf(ways);
        this.rounds = rounds;
        this.warmUp = Duration.ofMillis(quick ? 500 : 1000);
        this.time = Duration.ofMillis(quick ? 1000 : 3000);
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "a trivial call of the revision 2026-07-28",
                "Median of %d rounds of %d ms, one call at a time, after %d ms that do not count. The server speaks 2025-11-25, unless the row says otherwise."
                        .formatted(rounds, time.toMillis(), warmUp.toMillis()),
                ways.stream().map(Way::name).toList(),
                List.of(
                        new Metric(MEDIAN, NAME, "p50", "µs", 0, Metric.Kind.COMPARED),
                        new Metric("p99", "stateless-p99", "p99", "µs", 0, Metric.Kind.PLAIN),
                        new Metric("calls", "stateless-calls", "calls", "", 0, Metric.Kind.PLAIN)));
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(ways, this::turn);
    }

    private Map<String, Double> turn(Through way) throws TrialFailed {
        try (Serving serving = way.open(workshop);
                StatelessClient client = serving.stateless()) {
            during(warmUp, client);
            Samples samples = during(time, client);
            Map<String, Double> measured = new LinkedHashMap<>();
            measured.put(MEDIAN, samples.micros(0.5));
            measured.put("p99", samples.micros(0.99));
            measured.put("calls", (double) samples.count());
            return measured;
        }
    }

    private static Samples during(Duration time, StatelessClient client) throws TrialFailed {
        var samples = new Samples();
        long end = System.nanoTime() + time.toNanos();
        while (samples.count() < LEAST || System.nanoTime() - end < 0) {
            samples.add(client.ask(Question.TRIVIAL));
        }
        return samples;
    }
}
