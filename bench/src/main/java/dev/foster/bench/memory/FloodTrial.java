package dev.foster.bench.memory;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** One kind of flood: memory before it, at its height, and a while after. */
final class FloodTrial implements Trial {
    static final String LEFT = "left";

    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Workshop workshop;
    private final String name;
    private final String title;
    private final List<Server.Kind> servers;
    private final Flood flood;
    private final int rounds;
    private final Duration after;

    FloodTrial(
            Workshop workshop,
            String name,
            String title,
            List<Server.Kind> servers,
            Flood flood,
            int rounds,
            Duration after) {
        this.workshop = workshop;
        this.name = name;
        this.title = title;
        this.servers = servers;
        this.flood = flood;
        this.rounds = rounds;
        this.after = after;
    }

    @Override
    public Table table() {
        return new Table(
                name,
                title,
                "Median of "
                        + rounds
                        + " rounds; the end is "
                        + after.toSeconds()
                        + " s after the last client left.",
                servers.stream().map(Server.Kind::name).toList(),
                List.of(
                        metric("before", "before", "MB", 1),
                        metric("height", "at the height", "MB", 1),
                        metric("end", "at the end", "MB", 1),
                        metric(LEFT, "end / before", "", 2)));
    }

    private Metric metric(String key, String heading, String unit, int decimals) {
        return new Metric(key, name + "-" + key, heading, unit, decimals, Metric.Kind.PLAIN);
    }

    @Override
    public Scores hold() {
        return new Turns(name, rounds).take(servers, this::turn);
    }

    private Map<String, Double> turn(Server.Kind kind) throws TrialFailed {
        try (Server server = Server.start(workshop, kind)) {
            ProcessFigures figures = ProcessFigures.of(server.pid());
            Pause.of(CALM);
            double before = figures.residentMegabytes();
            double height = pour(server, figures);
            Pause.of(after);
            double end = figures.residentMegabytes();
            Map<String, Double> measured = new LinkedHashMap<>();
            measured.put("before", before);
            measured.put("height", height);
            measured.put("end", end);
            measured.put(LEFT, end / before);
            return measured;
        } catch (IOException | UncheckedIOException failure) {
            throw new TrialFailed("it failed: " + failure.getMessage());
        }
    }

    /** Floods it; the result is the most it had meanwhile. */
    private double pour(Server server, ProcessFigures figures) throws IOException, TrialFailed {
        var over = new AtomicBoolean();
        var most = new AtomicReference<>(0.0);
        Thread watch =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                while (!over.get()) {
                                    most.set(Math.max(most.get(), figures.residentMegabytes()));
                                    Pause.of(LOOK);
                                }
                            } catch (TrialFailed | UncheckedIOException end) {
                                over.set(true);
                            }
                        });
        try {
            flood.pour(server);
        } finally {
            over.set(true);
            join(watch);
        }
        return most.get();
    }

    private static void join(Thread watch) throws TrialFailed {
        try {
            watch.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
    }
}
