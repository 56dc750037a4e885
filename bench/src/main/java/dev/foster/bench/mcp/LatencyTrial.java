package dev.foster.bench.mcp;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a gateway adds to a call: one session, one call at a time. */
final class LatencyTrial implements Trial {
    static final String NAME = "latency";
    static final String ADDED = "added_p50";

    /** Short, so that a slow second of the machine hits both sides. */
    private static final int BLOCK = 100;

    /** A program on Node needs some 5,000 calls until it is as fast as it gets. */
    private static final int WARM_UP_BLOCKS = 60;

    private final Workshop workshop;
    private final List<Way> ways;
    private final Directly direct;
    private final int rounds;
    private final int blocks;

    LatencyTrial(Workshop workshop, List<Way> ways, Directly direct, int rounds, boolean quick) {
        this.workshop = workshop;
        this.ways = List.copyOf(ways);
        this.direct = direct;
        this.rounds = rounds;
        this.blocks = quick ? 6 : 30;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "a trivial call, one session, one call at a time",
                "Median of %d rounds of %d calls, in blocks of %d that alternate with as many to the same server without a gateway; %d go before that do not count."
                        .formatted(rounds, blocks * BLOCK, BLOCK, WARM_UP_BLOCKS * BLOCK),
                ways.stream().map(Way::name).toList(),
                List.of(
                        plain("direct_p50", "p50 without gateway", 0),
                        plain("p50", "p50", 0),
                        new Metric(
                                ADDED, "latency-added", "added p50", "µs", 0, Metric.Kind.COMPARED),
                        plain("direct_p99", "p99 without gateway", 0),
                        plain("p99", "p99", 0),
                        plain("added_p99", "added p99", 0),
                        new Metric(
                                "cpu",
                                "latency-cpu",
                                "gateway CPU for each",
                                "µs",
                                0,
                                Metric.Kind.COMPARED)));
    }

    private static Metric plain(String key, String title, int decimals) {
        return new Metric(key, NAME + "-" + key, title, "µs", decimals, Metric.Kind.PLAIN);
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(ways, this::turn);
    }

    private Map<String, Double> turn(Way way) throws TrialFailed {
        try (Way.Opened gateway = way.open(workshop);
                Way.Opened nothing = direct.open(workshop);
                Conversation through = gateway.converse();
                Conversation without = nothing.converse()) {
            for (int block = 0; block < WARM_UP_BLOCKS; block++) {
                ask(without, new Samples());
                ask(through, new Samples());
            }
            var with = new Samples();
            var bare = new Samples();
            double used = gateway.processorSeconds();
            for (int block = 0; block < blocks; block++) {
                ask(without, bare);
                ask(through, with);
            }
            double cpu = (gateway.processorSeconds() - used) * 1e6 / with.count();
            return measured(bare, with, cpu);
        }
    }

    private static void ask(Conversation talk, Samples samples) throws TrialFailed {
        for (int call = 0; call < BLOCK; call++) {
            samples.add(talk.ask(Question.TRIVIAL));
        }
    }

    private static Map<String, Double> measured(Samples bare, Samples with, double cpu) {
        Map<String, Double> measured = new LinkedHashMap<>();
        measured.put("direct_p50", bare.micros(0.5));
        measured.put("p50", with.micros(0.5));
        measured.put(ADDED, with.micros(0.5) - bare.micros(0.5));
        measured.put("direct_p99", bare.micros(0.99));
        measured.put("p99", with.micros(0.99));
        measured.put("added_p99", with.micros(0.99) - bare.micros(0.99));
        measured.put("cpu", cpu);
        return measured;
    }
}
