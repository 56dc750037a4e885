package dev.foster.bench.supervise;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How fast the output of one child gets into its log, and whether all of it does. */
final class LogTrial implements Trial {
    static final String NAME = "log";
    static final String RATE = "rate";
    static final String LOST = "lost";

    private static final int LINE = 100;
    private static final Duration BEGIN = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(5);

    /** A log that has not grown for so long is complete, or will never be. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final Workshop workshop;
    private final List<Peer> peers;
    private final int rounds;
    private final int lines;

    LogTrial(Workshop workshop, List<Peer> peers, int rounds, int megabytes) {
        this.workshop = workshop;
        this.peers = peers;
        this.rounds = rounds;
        this.lines = megabytes * 1_000_000 / LINE;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                "one child writes "
                        + (long) lines * LINE / 1_000_000
                        + " MB in lines of "
                        + LINE
                        + " bytes, until they are in its log file",
                "Median of " + rounds + " rounds; the rate counts the lines that arrived.",
                peers.stream().map(Peer::name).toList(),
                List.of(
                        new Metric(RATE, "log-rate", "rate", "MB/s", 0, Metric.Kind.COMPARED),
                        new Metric(
                                "stamped",
                                "log-stamped",
                                "lines with a time",
                                "%",
                                0,
                                Metric.Kind.PLAIN),
                        new Metric(
                                LOST,
                                "log-lost",
                                "missing or torn",
                                "lines",
                                0,
                                Metric.Kind.WORST)));
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(peers, this::turn);
    }

    private Map<String, Double> turn(Peer peer) throws TrialFailed {
        Map<String, String> flood = Map.of("TICKER_BYTES", Long.toString((long) lines * LINE));
        try (Running running = Running.start(workshop, peer, 1, flood)) {
            long begun = running.await(1, BEGIN).getFirst().nanos();
            long complete = awaitQuiet(running);
            LogContent content = LogContent.of(running.stack().logs(), lines);
            Map<String, Double> measured = new LinkedHashMap<>();
            double megabytes = content.arrived() * (double) LINE / 1_000_000;
            measured.put(RATE, megabytes / ((complete - begun) / 1e9));
            measured.put("stamped", content.stamped() * 100.0 / Math.max(1, content.arrived()));
            measured.put(LOST, (double) lines - content.arrived());
            return measured;
        } catch (IOException failure) {
            throw new TrialFailed("its log cannot be read: " + failure);
        }
    }

    /** Returns when the log last grew, once the child has written all and the log is quiet. */
    private static long awaitQuiet(Running running) throws TrialFailed, IOException {
        long limit = System.nanoTime() + LIMIT.toNanos();
        long size = -1;
        long grown = System.nanoTime();
        boolean written = false;
        while (true) {
            long now = System.nanoTime();
            long found = size(running.stack().logs());
            if (found != size) {
                size = found;
                grown = now;
            }
            written = written || running.ticks().count() >= 2;
            if (written && now - grown > QUIET.toNanos()) {
                return grown;
            }
            if (now - limit > 0) {
                throw new TrialFailed("it was not done in " + LIMIT.toSeconds() + " s");
            }
            Pause.of(LOOK);
        }
    }

    private static long size(Path logs) throws IOException {
        try (Stream<Path> files = Files.walk(logs)) {
            return files.map(Path::toFile)
                    .mapToLong(file -> file.isFile() ? file.length() : 0)
                    .sum();
        }
    }
}
