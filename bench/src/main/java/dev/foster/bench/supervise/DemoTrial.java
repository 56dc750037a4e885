package dev.foster.bench.supervise;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Marked;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Foster alone, with its demo: what it costs while little happens, and how soon it answers. */
final class DemoTrial implements Trial {
    static final String NAME = "demo";

    private final Settings settings;
    private final Workshop workshop;
    private final Foster foster;
    private final int calls;
    private final Duration settling;
    private final Duration idle;

    DemoTrial(Settings settings, Workshop workshop) {
        this.settings = settings;
        this.workshop = workshop;
        this.foster = new Foster(settings.root());
        this.calls = settings.quick() ? 5 : 20;
        this.settling = Duration.ofSeconds(settings.quick() ? 3 : 15);
        this.idle = Duration.ofSeconds(settings.quick() ? 5 : 20);
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "the daemon of the demo, idle, and `foster ps`",
                "RSS and CPU once, over "
                        + idle.toSeconds()
                        + " s; the median of "
                        + calls
                        + " calls of `foster ps`.",
                List.of(Foster.NAME),
                List.of(
                        new Metric("rss", "demo-rss", "RSS", "MB", 1, Metric.Kind.PLAIN),
                        new Metric("cpu", "demo-cpu", "CPU", "% of a core", 2, Metric.Kind.PLAIN),
                        new Metric("ps", "demo-ps", "foster ps", "ms", 0, Metric.Kind.PLAIN)));
    }

    @Override
    public Scores hold() {
        var scores = new Scores(calls);
        try {
            Path place = workshop.place();
            var stack = new Stack(place, settings.program("ticker"), 0, Map.of());
            Map<String, String> environment = foster.environment(stack);
            try {
                workshop.call(foster.verb(settings.root(), "up", "-d"), environment, place);
                Pause.of(settling);
                measureIdle(daemon(place), scores);
                measureCalls(environment, place, scores);
                workshop.call(foster.verb(settings.root(), "down"), environment, place);
            } finally {
                workshop.clear(place);
            }
        } catch (TrialFailed failure) {
            scores.failed(Foster.NAME, failure.why());
        } catch (IOException | UncheckedIOException failure) {
            scores.failed(Foster.NAME, String.valueOf(failure.getMessage()));
        }
        return scores;
    }

    /** The one JVM among the marked processes: the demo has none. */
    private ProcessFigures daemon(Path place) throws TrialFailed {
        return workshop.marked(place).all().stream()
                .filter(
                        process ->
                                Marked.program(process).stream()
                                        .anyMatch(it -> it.endsWith("java")))
                .map(process -> ProcessFigures.of(process.pid()))
                .findFirst()
                .orElseThrow(() -> new TrialFailed("its daemon does not run"));
    }

    private void measureIdle(ProcessFigures daemon, Scores scores) throws TrialFailed {
        double used = daemon.processorSeconds();
        long begun = System.nanoTime();
        Pause.of(idle);
        double time = (System.nanoTime() - begun) / 1e9;
        scores.put("cpu", Foster.NAME, 0, (daemon.processorSeconds() - used) / time * 100);
        scores.put("rss", Foster.NAME, 0, daemon.residentMegabytes());
    }

    private void measureCalls(Map<String, String> environment, Path place, Scores scores)
            throws TrialFailed {
        for (int call = 0; call < calls; call++) {
            long begun = System.nanoTime();
            workshop.call(foster.verb(settings.root(), "ps"), environment, place);
            scores.put("ps", Foster.NAME, call, (System.nanoTime() - begun) / 1e6);
        }
    }
}
