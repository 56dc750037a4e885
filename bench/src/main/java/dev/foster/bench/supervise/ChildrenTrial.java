package dev.foster.bench.supervise;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Many children: how soon all of them run, and what the supervisor costs once they do. Its loggers
 * and helpers count, its children do not.
 */
final class ChildrenTrial implements Trial {
    static final String NAME = "children";
    static final String RATE = "rate";
    static final String RESIDENT = "rss";

    private static final int CHILDREN = 200;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration SETTLING = Duration.ofSeconds(2);

    private final Workshop workshop;
    private final List<Peer> peers;
    private final int rounds;
    private final Duration idle;

    ChildrenTrial(Workshop workshop, List<Peer> peers, int rounds, Duration idle) {
        this.workshop = workshop;
        this.peers = peers;
        this.rounds = rounds;
        this.idle = idle;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                CHILDREN + " children, from the command that starts the supervisor",
                "Median of " + rounds + " rounds; idle over " + idle.toSeconds() + " s.",
                peers.stream().map(Peer::name).toList(),
                List.of(
                        new Metric(
                                "seconds",
                                "children-up",
                                "all run after",
                                "s",
                                2,
                                Metric.Kind.PLAIN),
                        new Metric(
                                RATE,
                                "children-rate",
                                "rate",
                                "per second",
                                0,
                                Metric.Kind.COMPARED),
                        plain("processes", "processes", "", 0),
                        plain("threads", "threads", "", 0),
                        plain(RESIDENT, "RSS", "MB", 1),
                        plain("pss", "PSS", "MB", 1),
                        plain("cpu", "idle CPU", "% of a core", 2)));
    }

    private static Metric plain(String key, String title, String unit, int decimals) {
        return new Metric(key, NAME + "-" + key, title, unit, decimals, Metric.Kind.PLAIN);
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(peers, this::turn);
    }

    private Map<String, Double> turn(Peer peer) throws TrialFailed {
        try (Running running = Running.start(workshop, peer, CHILDREN, Map.of())) {
            long last =
                    running.await(CHILDREN, LIMIT).stream()
                            .mapToLong(Ticks.Tick::nanos)
                            .max()
                            .orElseThrow();
            running.settle();
            Pause.of(SETTLING);
            Map<String, Double> measured = new LinkedHashMap<>();
            double seconds = (last - running.begun()) / 1e9;
            measured.put("seconds", seconds);
            measured.put(RATE, CHILDREN / seconds);
            measureIdle(running.supervisors(), measured);
            if (running.ticks().count() != CHILDREN) {
                throw new TrialFailed("children were started again, though none had ended");
            }
            return measured;
        }
    }

    private void measureIdle(List<ProcessHandle> supervisors, Map<String, Double> measured)
            throws TrialFailed {
        List<ProcessFigures> figures =
                supervisors.stream().map(process -> ProcessFigures.of(process.pid())).toList();
        double used = sum(figures, ProcessFigures::processorSeconds);
        long begun = System.nanoTime();
        Pause.of(idle);
        double time = (System.nanoTime() - begun) / 1e9;
        measured.put("cpu", (sum(figures, ProcessFigures::processorSeconds) - used) / time * 100);
        measured.put("processes", (double) figures.size());
        measured.put("threads", sum(figures, ProcessFigures::threads));
        measured.put(RESIDENT, sum(figures, ProcessFigures::residentMegabytes));
        measured.put("pss", sum(figures, ProcessFigures::proportionalMegabytes));
    }

    private static double sum(List<ProcessFigures> figures, ToDoubleFunction<ProcessFigures> figure)
            throws TrialFailed {
        try {
            return figures.stream().mapToDouble(figure).sum();
        } catch (UncheckedIOException gone) {
            throw new TrialFailed("one of its processes ended: " + gone.getMessage());
        }
    }
}
