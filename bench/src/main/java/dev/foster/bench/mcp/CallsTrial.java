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

/** Many sessions at once, each with a process of its own and one call at a time. */
final class CallsTrial implements Trial {
    static final String NAME = "calls";
    static final String RATE = "calls_per_second";
    static final int SESSIONS = 50;

    /** A program on Node needs some 5,000 calls until it is as fast as it gets. */
    private static final int WARM_UP_CALLS = 120;

    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(15);

    private final Workshop workshop;
    private final List<Way> ways;
    private final int rounds;
    private final Duration time;

    CallsTrial(Workshop workshop, List<Way> ways, int rounds, boolean quick) {
        this.workshop = workshop;
        this.ways = List.copyOf(ways);
        this.rounds = rounds;
        this.time = Duration.ofSeconds(quick ? 2 : 5);
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                SESSIONS + " sessions at once, trivial calls",
                "Median of %d rounds of %d s, after %d calls that do not count. *directly*: as many servers without a gateway, which is the most that can be reached."
                        .formatted(rounds, time.toSeconds(), SESSIONS * WARM_UP_CALLS),
                ways.stream().map(Way::name).toList(),
                List.of(
                        new Metric(RATE, NAME, "calls", "per second", 0, Metric.Kind.COMPARED),
                        new Metric("p50", "calls-p50", "p50", "ms", 1, Metric.Kind.PLAIN),
                        new Metric("p99", "calls-p99", "p99", "ms", 1, Metric.Kind.PLAIN),
                        new Metric(
                                "cpu",
                                "calls-cpu",
                                "gateway CPU for each",
                                "µs",
                                0,
                                Metric.Kind.COMPARED)));
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(ways, this::turn);
    }

    private Map<String, Double> turn(Way way) throws TrialFailed {
        try (Way.Opened opened = way.open(workshop);
                Crowd crowd = Crowd.of(SESSIONS, opened)) {
            crowd.all(CallsTrial::warmUp);
            double used = opened.processorSeconds();
            long begun = System.nanoTime();
            var samples = new Samples();
            crowd.all(talk -> during(time, talk)).forEach(samples::addAll);
            double seconds = (System.nanoTime() - begun) / 1e9;
            double cpu = (opened.processorSeconds() - used) * 1e6 / samples.count();
            Map<String, Double> measured = new LinkedHashMap<>();
            measured.put(RATE, samples.count() / seconds);
            measured.put("p50", samples.micros(0.5) / 1000);
            measured.put("p99", samples.micros(0.99) / 1000);
            measured.put("cpu", cpu);
            return measured;
        }
    }

    private static int warmUp(Conversation talk) throws TrialFailed {
        long end = System.nanoTime() + LONGEST_WARM_UP.toNanos();
        int calls = 0;
        while (calls < WARM_UP_CALLS && System.nanoTime() - end < 0) {
            talk.ask(Question.TRIVIAL);
            calls++;
        }
        return calls;
    }

    private static Samples during(Duration time, Conversation talk) throws TrialFailed {
        var samples = new Samples();
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            samples.add(talk.ask(Question.TRIVIAL));
        }
        return samples;
    }
}
