package dev.foster.bench.mcp;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long a client waits until its session is open. */
final class OpenTrial implements Trial {
    static final String NAME = "open";
    static final String MEDIAN = "p50";

    /** Until a process that waits for the next client is there, and that of the last is gone. */
    private static final Duration PAUSE = Duration.ofMillis(400);

    private final Workshop workshop;
    private final List<Way> ways;
    private final int rounds;
    private final int sessions;

    OpenTrial(Workshop workshop, List<Way> ways, int rounds, boolean quick) {
        this.workshop = workshop;
        this.ways = List.copyOf(ways);
        this.rounds = rounds;
        this.sessions = quick ? 4 : 10;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "from initialize to its answer, the start of the server included",
                "Median of %d rounds of %d sessions, one after the other, %d ms apart; the first of each round does not count. *directly*: without a gateway."
                        .formatted(rounds, sessions, PAUSE.toMillis()),
                ways.stream().map(Way::name).toList(),
                List.of(
                        new Metric(MEDIAN, NAME, "p50", "ms", 1, Metric.Kind.COMPARED),
                        new Metric(
                                "slowest", "open-slowest", "slowest", "ms", 1, Metric.Kind.PLAIN)));
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(ways, this::turn);
    }

    private Map<String, Double> turn(Way way) throws TrialFailed {
        try (Way.Opened opened = way.open(workshop)) {
            opened.converse().close();
            var samples = new Samples();
            for (int session = 0; session < sessions; session++) {
                Pause.of(PAUSE);
                try (Conversation talk = opened.converse()) {
                    samples.add(talk.opened());
                    talk.ask(Question.TRIVIAL);
                }
            }
            Map<String, Double> measured = new LinkedHashMap<>();
            measured.put(MEDIAN, samples.micros(0.5) / 1000);
            measured.put("slowest", samples.micros(1) / 1000);
            return measured;
        }
    }
}
