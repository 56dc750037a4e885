package dev.foster.bench.watch;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.supervise.Running;
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
 * Many children that do nothing: what the supervisor takes of the processor while nobody asks, and
 * while somebody asks once a second what all of them use.
 */
final class WatchTrial implements Trial {
    static final String ALONE = "alone";
    static final String ASKED = "asked";

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Questions after which everybody has compiled, or grown, what answering takes. */
    private static final int WARM_UP = 200;

    private final Workshop workshop;
    private final List<Watched> supervisors;
    private final int children;
    private final int rounds;
    private final int seconds;

    WatchTrial(
            Workshop workshop, List<Watched> supervisors, int children, int rounds, int seconds) {
        this.workshop = workshop;
        this.supervisors = supervisors;
        this.children = children;
        this.rounds = rounds;
        this.seconds = seconds;
    }

    static String name(int children) {
        return "watch-" + children;
    }

    @Override
    public Table table() {
        return new Table(
                name(children),
                children + " children that do nothing",
                "Median of "
                        + rounds
                        + " rounds, each "
                        + seconds
                        + " s; of the processor, % of a core.",
                supervisors.stream().map(Watched::name).toList(),
                List.of(
                        metric(ALONE, "nobody asks", "%", 2, Metric.Kind.PLAIN),
                        metric(ASKED, "watched", "%", 2, Metric.Kind.COMPARED),
                        metric("rss", "RSS", "MB", 1, Metric.Kind.PLAIN)));
    }

    private Metric metric(String key, String title, String unit, int decimals, Metric.Kind kind) {
        return new Metric(key, name(children) + "-" + key, title, unit, decimals, kind);
    }

    @Override
    public Scores hold() {
        return new Turns(name(children), rounds).take(supervisors, this::turn);
    }

    private Map<String, Double> turn(Watched watched) throws TrialFailed {
        try (Running running = Running.start(workshop, watched.peer(), children, Map.of())) {
            running.await(children, START);
            running.settle();
            // Everybody has started, compiled and written what there was to.
            Pause.of(Duration.ofSeconds(Math.min(10, seconds)));
            List<ProcessFigures> own =
                    running.supervisors().stream()
                            .map(process -> ProcessFigures.of(process.pid()))
                            .toList();
            Map<String, Double> measured = new LinkedHashMap<>();
            measured.put(ALONE, share(own, () -> Pause.of(Duration.ofSeconds(seconds))));
            try (Asking asking = watched.opening().open(workshop, running.stack())) {
                warmUp(asking);
                measured.put(ASKED, share(own, () -> askEachSecond(asking, seconds)));
            }
            measured.put("rss", sum(own, ProcessFigures::residentMegabytes));
            return measured;
        }
    }

    private void warmUp(Asking asking) throws TrialFailed {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        for (int i = 0; i < WARM_UP && System.nanoTime() < end; i++) {
            ask(asking);
        }
        Pause.of(SECOND);
    }

    private void askEachSecond(Asking asking, int times) throws TrialFailed {
        for (int i = 0; i < times; i++) {
            long begun = System.nanoTime();
            ask(asking);
            Duration left = SECOND.minusNanos(System.nanoTime() - begun);
            if (left.isPositive()) {
                Pause.of(left);
            }
        }
    }

    private void ask(Asking asking) throws TrialFailed {
        int told = asking.ask();
        if (told != children) {
            throw new TrialFailed("it tells of " + told + " processes of " + children);
        }
    }

    /** What goes on while a supervisor is watched. */
    private interface Deed {
        void run() throws TrialFailed;
    }

    private static double share(List<ProcessFigures> own, Deed deed) throws TrialFailed {
        double used = sum(own, ProcessFigures::processorSeconds);
        long begun = System.nanoTime();
        deed.run();
        double time = (System.nanoTime() - begun) / 1e9;
        return (sum(own, ProcessFigures::processorSeconds) - used) / time * 100;
    }

    private static double sum(List<ProcessFigures> own, ToDoubleFunction<ProcessFigures> figure)
            throws TrialFailed {
        try {
            return own.stream().mapToDouble(figure).sum();
        } catch (UncheckedIOException gone) {
            throw new TrialFailed("one of its processes ended: " + gone.getMessage());
        }
    }
}
