package dev.foster.bench.tui;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Marked;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a supervisor with its screen costs under load, all of its processes together. */
final class WholeTrial implements Trial {
    static final String NAME = "up";
    static final String PROCESSOR = "cpu";

    /** For who does not take all that the load would print. */
    static final String EACH = "each";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration SETTLING = Duration.ofSeconds(4);
    private static final Duration WATCHING = Duration.ofSeconds(6);

    private final Workshop workshop;
    private final List<Screened> screens;
    private final int rounds;

    WholeTrial(Workshop workshop, List<Screened> screens, int rounds) {
        this.workshop = workshop;
        this.screens = screens;
        this.rounds = rounds;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "a supervisor and its screen, as it is when it opens",
                "Median of %d rounds, over %d s each.".formatted(rounds, WATCHING.toSeconds()),
                screens.stream().map(Screened::name).toList(),
                List.of(
                        new Metric(
                                PROCESSOR, "up-cpu", "CPU", "% of a core", 1, Metric.Kind.COMPARED),
                        new Metric(
                                EACH,
                                "up-cpu-for-lines",
                                "CPU for 100,000 lines/s",
                                "% of a core",
                                1,
                                Metric.Kind.COMPARED),
                        plain("lines", "printed by the load", "lines/s", 0),
                        plain("rss", "RSS", "MB", 0)));
    }

    private static Metric plain(String key, String title, String unit, int decimals) {
        return new Metric(key, NAME + "-" + key, title, unit, decimals, Metric.Kind.PLAIN);
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(screens, this::turn);
    }

    private Map<String, Double> turn(Screened screen) throws TrialFailed {
        try {
            Path place = workshop.place();
            try {
                var criers = Criers.in(place, workshop.program("crier"));
                screen.configure(place, criers);
                return open(screen, place, criers);
            } finally {
                workshop.clear(place);
            }
        } catch (IOException | UncheckedIOException failure) {
            throw new TrialFailed("it cannot be measured: " + failure.getMessage());
        }
    }

    private Map<String, Double> open(Screened screen, Path place, Criers criers)
            throws TrialFailed {
        try (var terminal =
                new Terminal(workshop, place, screen.environment(place), screen.start(place))) {
            terminal.await(LIMIT, "process", shown -> shown.contains(Criers.names().getFirst()));
            if (!Pause.until(LIMIT, () -> criers.begun() == Criers.COUNT)) {
                throw new TrialFailed("only " + criers.begun() + " processes print");
            }
            Pause.of(SETTLING);
            return measure(supervisors(place, criers), criers);
        }
    }

    /** Everything that runs and is neither the load nor the terminal. */
    private List<ProcessFigures> supervisors(Path place, Criers criers) {
        return workshop.marked(place).all().stream()
                .filter(process -> !Marked.runs(process, criers.program()))
                .filter(
                        process ->
                                Marked.program(process).stream()
                                        .noneMatch(file -> file.endsWith("tmux")))
                .map(process -> ProcessFigures.of(process.pid()))
                .toList();
    }

    private static Map<String, Double> measure(List<ProcessFigures> processes, Criers criers)
            throws TrialFailed {
        Map<String, Double> measured = new LinkedHashMap<>();
        double used = sum(processes, ProcessFigures::processorSeconds);
        long lines = criers.written();
        long begun = System.nanoTime();
        Pause.of(WATCHING);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double percent = (sum(processes, ProcessFigures::processorSeconds) - used) / seconds * 100;
        double printed = (criers.written() - lines) / seconds;
        measured.put(PROCESSOR, percent);
        measured.put(EACH, percent / printed * Criers.COUNT * Criers.LINES_EACH);
        measured.put("lines", printed);
        measured.put("rss", sum(processes, ProcessFigures::residentMegabytes));
        return measured;
    }

    private static double sum(
            List<ProcessFigures> processes, ToDoubleFunction<ProcessFigures> figure)
            throws TrialFailed {
        try {
            return processes.stream().mapToDouble(figure).sum();
        } catch (UncheckedIOException gone) {
            throw new TrialFailed("one of its processes ended: " + gone.getMessage());
        }
    }
}
