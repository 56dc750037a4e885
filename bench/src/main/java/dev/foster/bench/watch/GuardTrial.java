package dev.foster.bench.watch;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.supervise.Running;
import dev.foster.bench.supervise.Ticks;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One child that takes more memory than it may, again and again: how long it goes on from the
 * moment it has too much until its supervisor has ended it.
 */
final class GuardTrial implements Trial {
    static final String NAME = "guard";
    static final String MILLIS = "millis";
    static final String BEYOND = "beyond";

    static final int LIMIT_MEGABYTES = 64;

    /** For the supervisor to start, and for the child to grow. */
    private static final Duration START = Duration.ofMinutes(1);

    private final Workshop workshop;
    private final List<Guard> guards;

    GuardTrial(Workshop workshop, List<Guard> guards) {
        this.workshop = workshop;
        this.guards = guards;
    }

    @Override
    public Table table() {
        String kills =
                guards.stream()
                        .map(guard -> guard.kills() + " by " + guard.name())
                        .collect(Collectors.joining(", "));
        return new Table(
                NAME,
                "one child that takes more memory than it may",
                "From the moment it is over "
                        + LIMIT_MEGABYTES
                        + " MB until it is gone, without cgroups; median and worst of all kills: "
                        + kills
                        + ".",
                guards.stream().map(Guard::name).toList(),
                List.of(
                        metric(MILLIS, "reaction", "reaction", "ms", 0, Metric.Kind.PLAIN),
                        metric(MILLIS, "worst", "worst", "ms", 0, Metric.Kind.WORST),
                        metric(
                                BEYOND,
                                "beyond",
                                "most over the limit",
                                "MB",
                                1,
                                Metric.Kind.WORST)));
    }

    private static Metric metric(
            String key, String name, String title, String unit, int decimals, Metric.Kind kind) {
        return new Metric(key, NAME + "-" + name, title, unit, decimals, kind);
    }

    @Override
    public Scores hold() {
        var scores = new Scores(guards.stream().mapToInt(Guard::kills).max().orElse(0));
        for (Guard guard : guards) {
            try {
                turn(guard, scores);
            } catch (TrialFailed failure) {
                scores.failed(guard.name(), failure.why());
                System.err.println(NAME + " " + guard.name() + ": " + failure.why());
            }
        }
        return scores;
    }

    /** All kills of one, by the same supervisor: what it does at its start is no part of it. */
    private void turn(Guard guard, Scores scores) throws TrialFailed {
        var turns = new Turns(NAME, guard.kills());
        Map<String, String> told =
                Map.of(
                        "GLUTTON_LIMIT", Long.toString(LIMIT_MEGABYTES * 1024L * 1024),
                        "GLUTTON_INTERVAL", Long.toString(guard.interval().toMillis()));
        try (Running running =
                Running.start(workshop, guard.peer(), workshop.program("glutton"), 1, told)) {
            running.settle();
            for (int kill = 0; kill < guard.kills(); kill++) {
                Map<String, Double> measured = kill(guard, running, kill);
                for (Map.Entry<String, Double> entry : measured.entrySet()) {
                    scores.put(entry.getKey(), guard.name(), kill, entry.getValue());
                }
                turns.say(kill, guard.name(), measured);
            }
        }
    }

    private static Map<String, Double> kill(Guard guard, Running running, int before)
            throws TrialFailed {
        Ticks ticks = running.ticks();
        if (!Pause.until(START.plus(guard.interval()), () -> ticks.count() > before)) {
            throw new TrialFailed(
                    "no child came to have too much memory; where cgroups hold it, none can"
                            + running.lastWords());
        }
        Ticks.Tick over = ticks.all().get(before);
        // Two looks, where two must find it.
        Duration limit = guard.interval().multipliedBy(3).plus(START);
        return figures(over, new Witness(over.pid()).await(limit));
    }

    /** What is told of a child that had too much and is gone. */
    static Map<String, Double> figures(Ticks.Tick over, Witness.End end) {
        Map<String, Double> measured = new LinkedHashMap<>();
        measured.put(MILLIS, (end.nanos() - over.nanos()) / 1e6);
        if (end.kilobytes() > 0) {
            measured.put(BEYOND, end.kilobytes() / 1024.0 - LIMIT_MEGABYTES);
        }
        return measured;
    }
}
