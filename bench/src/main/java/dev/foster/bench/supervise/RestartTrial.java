package dev.foster.bench.supervise;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a crashed child is missed: from SIGKILL to the first instruction of its replacement. All
 * supervisors stand side by side, and one child after the other is killed.
 */
final class RestartTrial implements Trial {
    static final String NAME = "restart";
    static final String MILLIS = "millis";
    static final String SPAWN = "posix_spawn alone";

    /** Some wait when a child has lived for less than a second. */
    private static final Duration UPTIME = Duration.ofMillis(1500);

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Settings settings;
    private final Workshop workshop;
    private final List<Peer> peers;
    private final int kills;

    RestartTrial(Settings settings, Workshop workshop, List<Peer> peers, int kills) {
        this.settings = settings;
        this.workshop = workshop;
        this.peers = peers;
        this.kills = kills;
    }

    @Override
    public Table table() {
        var systems = new ArrayList<>(peers.stream().map(Peer::name).toList());
        systems.add(SPAWN);
        return new Table(
                NAME,
                "SIGKILL to a child until the first instruction of its replacement",
                "Median of "
                        + kills
                        + " kills after a first one, each after "
                        + UPTIME.toMillis() / 1000.0
                        + " s of rest.",
                systems,
                List.of(
                        new Metric(MILLIS, "restart", "restart", "ms", 2, Metric.Kind.COMPARED),
                        new Metric(MILLIS, "restart-p99", "p99", "ms", 2, Metric.Kind.TAIL),
                        new Metric(
                                "first",
                                "restart-first",
                                "first of all",
                                "ms",
                                2,
                                Metric.Kind.PLAIN)));
    }

    @Override
    public Scores hold() {
        var scores = new Scores(kills);
        var turns = new Turns(NAME, kills);
        Map<Peer, Running> running = new LinkedHashMap<>();
        try {
            for (Peer peer : peers) {
                attempt(scores, peer.name(), () -> running.put(peer, begin(peer)));
            }
            for (int round = -1; round < kills; round++) {
                int number = round;
                for (Peer peer : turns.shuffled(List.copyOf(running.keySet()))) {
                    attempt(
                            scores,
                            peer.name(),
                            () -> put(scores, turns, number, peer.name(), kill(running, peer)));
                }
                attempt(scores, SPAWN, () -> put(scores, turns, number, SPAWN, spawn()));
            }
        } finally {
            running.values().forEach(Running::close);
        }
        return scores;
    }

    private interface Step {
        void take() throws TrialFailed;
    }

    private static void attempt(Scores scores, String system, Step step) {
        if (scores.failures().containsKey(system)) {
            return;
        }
        try {
            step.take();
        } catch (TrialFailed failure) {
            scores.failed(system, failure.why());
            System.err.println(NAME + " " + system + ": " + failure.why());
        }
    }

    private static void put(Scores scores, Turns turns, int round, String system, double millis) {
        scores.put(round < 0 ? "first" : MILLIS, system, Math.max(0, round), millis);
        turns.say(round, system, Map.of(MILLIS, millis));
    }

    private Running begin(Peer peer) throws TrialFailed {
        Running running = Running.start(workshop, peer, 1, Map.of());
        try {
            running.await(1, LIMIT);
            running.settle();
            return running;
        } catch (TrialFailed failure) {
            running.close();
            throw failure;
        }
    }

    private double kill(Map<Peer, Running> all, Peer peer) throws TrialFailed {
        Running running = all.get(peer);
        if (running == null) {
            throw new TrialFailed("it does not run");
        }
        List<Ticks.Tick> before = running.ticks().all();
        Ticks.Tick last = before.getLast();
        long rest = last.nanos() + UPTIME.toNanos() - System.nanoTime();
        Pause.of(Duration.ofNanos(Math.max(0, rest)));
        long killed = trigger("kill", Long.toString(last.pid()), running.stack().folder());
        Ticks.Tick next = running.await(before.size() + 1, LIMIT).get(before.size());
        return (next.nanos() - killed) / 1e6;
    }

    private double spawn() throws TrialFailed {
        try {
            Path place = workshop.place();
            long begun = trigger("spawn", settings.program("ticker").toString(), place);
            double millis =
                    (new Ticks(place.resolve("ticks")).await(1, LIMIT).getFirst().nanos() - begun)
                            / 1e6;
            workshop.clear(place);
            return millis;
        } catch (IOException failure) {
            throw new TrialFailed("cannot make a folder: " + failure.getMessage());
        }
    }

    private long trigger(String kind, String what, Path place) throws TrialFailed {
        return Long.parseLong(
                workshop.call(
                        List.of(settings.program("trigger").toString(), kind, what),
                        Map.of("TICKER_FILE", place.resolve("ticks").toString()),
                        place));
    }
}
