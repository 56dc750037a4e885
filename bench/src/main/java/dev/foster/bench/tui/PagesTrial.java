package dev.foster.bench.tui;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** What {@code foster attach} costs on a daemon under load, and how soon it shows what happens. */
final class PagesTrial implements Trial {
    static final String NAME = "attach";
    static final String PROCESSOR = "cpu";
    static final String FRAMES = "frames";
    static final String KEY = "key";
    static final String OUTPUT = "output";

    private static final int KEYS = 30;

    /** So many values of one turn are kept, of what is measured often. */
    private static final int SAMPLES = 2_000;

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final Duration WATCHING = Duration.ofSeconds(4);
    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final Duration STEP = Duration.ofMillis(5);

    private final Settings settings;
    private final Workshop workshop;
    private final Foster foster;
    private final int rounds;
    private final Random random = new Random(25);

    PagesTrial(Settings settings, Workshop workshop, int rounds) {
        this.settings = settings;
        this.workshop = workshop;
        this.foster = new Foster(settings.root());
        this.rounds = rounds;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "`foster attach` on a daemon under load, by page",
                "Rounds: %d; each %d s of watching, %d keys, and %d s of looking at new lines."
                        .formatted(rounds, WATCHING.toSeconds(), KEYS, LOOKING.toSeconds()),
                ScreenPage.all().stream().map(ScreenPage::name).toList(),
                List.of(
                        metric(PROCESSOR, "cpu", "CPU of the screen", "% of a core", 1),
                        metric(FRAMES, "frames", "frames", "per second", 1),
                        metric(KEY, "key", "answer to a key", "ms", 0),
                        tail(KEY, "key-p99", "p99", "ms"),
                        metric(OUTPUT, "output", "a line is seen after", "ms", 0),
                        tail(OUTPUT, "output-p99", "p99", "ms")));
    }

    private static Metric metric(String key, String name, String title, String unit, int decimals) {
        return new Metric(key, NAME + "-" + name, title, unit, decimals, Metric.Kind.PLAIN);
    }

    private static Metric tail(String key, String name, String title, String unit) {
        return new Metric(key, NAME + "-" + name, title, unit, 0, Metric.Kind.TAIL);
    }

    @Override
    public Scores hold() {
        var scores = new Scores(rounds * SAMPLES);
        for (int round = 0; round < rounds; round++) {
            for (ScreenPage page : ScreenPage.all()) {
                if (!scores.failures().containsKey(page.name())) {
                    turn(page, round, scores);
                }
            }
        }
        return scores;
    }

    private void turn(ScreenPage page, int round, Scores scores) {
        try {
            Path place = workshop.place();
            try {
                var criers = Criers.in(place, settings.program("crier"));
                foster.configure(place, criers);
                workshop.call(foster.startDetached(), foster.environment(place), place);
                try (var terminal = attach(place, page, criers)) {
                    watch(terminal, page, round, scores);
                    press(terminal, page, round, scores);
                    look(terminal, page, round, scores);
                }
            } finally {
                workshop.clear(place);
            }
        } catch (TrialFailed failure) {
            failed(page, failure.why(), scores);
        } catch (IOException | UncheckedIOException failure) {
            failed(page, String.valueOf(failure.getMessage()), scores);
        }
    }

    private static void failed(ScreenPage page, String why, Scores scores) {
        scores.failed(page.name(), why);
        System.err.println(NAME + " " + page.name() + ": " + why);
    }

    private Terminal attach(Path place, ScreenPage page, Criers criers) throws TrialFailed {
        var terminal = new Terminal(workshop, place, foster.environment(place), foster.attach());
        try {
            terminal.await(LIMIT, "process", shown -> shown.contains(Criers.names().getFirst()));
            for (String key : page.open()) {
                terminal.press(key);
            }
            if (!Pause.until(LIMIT, () -> criers.begun() == Criers.COUNT)) {
                throw new TrialFailed("only " + criers.begun() + " processes print");
            }
            Pause.of(SETTLING);
            return terminal;
        } catch (TrialFailed failure) {
            terminal.close();
            throw failure;
        }
    }

    private void watch(Terminal terminal, ScreenPage page, int round, Scores scores)
            throws TrialFailed, IOException {
        ProcessFigures screen = ProcessFigures.of(terminal.pid());
        Path record = terminal.record();
        double used = screen.processorSeconds();
        long begun = System.nanoTime();
        Pause.of(WATCHING);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double percent = (screen.processorSeconds() - used) / seconds * 100;
        terminal.stopRecording();
        double frames = Frames.in(record) / seconds;
        scores.put(PROCESSOR, page.name(), round, percent);
        scores.put(FRAMES, page.name(), round, frames);
        say(page, round, "cpu=%.1f%% frames=%.1f/s", percent, frames);
    }

    private void press(Terminal terminal, ScreenPage page, int round, Scores scores)
            throws TrialFailed {
        var samples = new ArrayList<Double>();
        for (int press = 0; press < KEYS; press++) {
            // At no particular moment of whatever beat the screen has.
            Pause.of(Duration.ofMillis(20 + random.nextInt(100)));
            String before = page.sign().apply(terminal.styled());
            long begun = System.nanoTime();
            terminal.press(page.keys().get(press % page.keys().size()));
            long end = begun + ANSWER.toNanos();
            while (page.sign().apply(terminal.styled()).equals(before)) {
                if (System.nanoTime() - end > 0) {
                    throw new TrialFailed("a key was not answered in " + ANSWER.toSeconds() + " s");
                }
                Pause.of(STEP);
            }
            samples.add((System.nanoTime() - begun) / 1e6);
        }
        put(KEY, samples, page, round, scores);
    }

    private void look(Terminal terminal, ScreenPage page, int round, Scores scores)
            throws TrialFailed {
        var samples = new ArrayList<Double>();
        var stamps = new Stamps();
        long end = System.nanoTime() + LOOKING.toNanos();
        while (System.nanoTime() - end < 0) {
            stamps.look(terminal.text(), System.nanoTime(), samples::add);
            Pause.of(STEP);
        }
        if (samples.isEmpty()) {
            throw new TrialFailed("no line of the load is seen");
        }
        put(OUTPUT, samples, page, round, scores);
    }

    /** Keeps as many as there is room for, from the whole time. */
    private static void put(
            String key, List<Double> samples, ScreenPage page, int round, Scores scores) {
        int kept = Math.min(SAMPLES, samples.size());
        for (int sample = 0; sample < kept; sample++) {
            double value = samples.get((int) ((long) sample * samples.size() / kept));
            scores.put(key, page.name(), round * SAMPLES + sample, value);
        }
        List<Double> sorted = samples.stream().sorted().toList();
        say(
                page,
                round,
                key + ": median %.0f ms, longest %.0f ms of %.0f",
                sorted.get(sorted.size() / 2),
                sorted.getLast(),
                (double) sorted.size());
    }

    /** A line on standard error for whoever waits. */
    private static void say(ScreenPage page, int round, String format, Double... values) {
        System.err.println(
                NAME
                        + " "
                        + (round + 1)
                        + " "
                        + page.name()
                        + " "
                        + String.format(Locale.ROOT, format, (Object[]) values));
    }
}
