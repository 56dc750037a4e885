package dev.foster.bench.plugin;

import dev.foster.bench.plugin.Hosts.Work;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** What is measured: in every round each host takes one turn, in random order. */
final class Contests {
    static final String SOCKET = "socket";
    static final String TLS = "tls";
    static final String SPAWN = "spawn";
    static final String MANY = "many";
    static final String PYTHON = "python";
    static final List<String> NAMES = List.of(SOCKET, TLS, SPAWN, MANY, PYTHON);

    private static final List<Metric> CALLS =
            List.of(
                    new Metric("median_us", "latency", "latency", "µs", 1, Metric.Kind.COMPARED),
                    new Metric("p99_us", "p99", "p99", "µs", 1, Metric.Kind.COMPARED),
                    new Metric(
                            "calls_per_second",
                            "rate",
                            "calls of 16 callers",
                            "per second",
                            0,
                            Metric.Kind.COMPARED));

    private final Random random = new Random(25);
    private final Hosts hosts;
    private final int rounds;
    private final boolean quick;

    Contests(Hosts hosts, int rounds, boolean quick) {
        this.hosts = hosts;
        this.rounds = rounds;
        this.quick = quick;
    }

    private static Table table(String name, String title, String basis, List<Metric> metrics) {
        return new Table(name, title, basis, List.of(Hosts.FOSTER, Hosts.GO), metrics);
    }

    /** Calls over the unix socket of one plugin, in clear text or with mutual TLS. */
    void calls(Map<Table, Scores> results, boolean tls) {
        int calls = quick ? 5_000 : 40_000;
        var work = new Work("calls", "bench", tls, calls, quick ? 10_000 : 40_000, 16);
        String name = tls ? TLS : SOCKET;
        results.put(
                table(
                        name,
                        "unary calls over a unix socket" + (tls ? ", mutual TLS" : ""),
                        "Median of "
                                + calls
                                + " calls by one caller after "
                                + work.warmup()
                                + " that do not count, then as many by 16 callers; 64 bytes.",
                        CALLS),
                take(name, work));
    }

    void spawn(Map<Table, Scores> results) {
        int plugins = quick ? 5 : 20;
        results.put(
                table(
                        SPAWN,
                        "from the spawn to the first answer, mutual TLS",
                        "Median of "
                                + plugins
                                + " plugins one after the other; Foster's host has started "
                                + plugins
                                + " before, so that it is warm.",
                        List.of(
                                new Metric(
                                        "median_ms",
                                        "spawn",
                                        "first answer",
                                        "ms",
                                        1,
                                        Metric.Kind.COMPARED))),
                take(SPAWN, new Work("spawn", "bench-spawn", true, plugins, plugins, 1)));
    }

    void many(Map<Table, Scores> results) {
        int plugins = quick ? 10 : 50;
        results.put(
                table(
                        MANY,
                        plugins + " plugins at once, mutual TLS",
                        "Until each has answered; then until all have ended. Foster's host has"
                                + " started 10 before.",
                        List.of(
                                new Metric(
                                        "answered_ms",
                                        "many",
                                        "all answered after",
                                        "ms",
                                        0,
                                        Metric.Kind.COMPARED),
                                new Metric(
                                        "killed_ms",
                                        "many-end",
                                        "all ended after",
                                        "ms",
                                        0,
                                        Metric.Kind.COMPARED))),
                take(MANY, new Work("many", "bench-many", true, plugins, 10, 1)));
    }

    /** Foster alone: Go's host knows no environments. */
    void python(Map<Table, Scores> results, Path folder) {
        int starts = quick ? 2 : 5;
        var scores = new Scores(rounds);
        for (int round = 0; round < rounds; round++) {
            try {
                Map<String, Double> facts = hosts.folder(folder, starts);
                put(scores, PYTHON, Hosts.FOSTER, round, facts);
            } catch (IOException failure) {
                scores.failed(Hosts.FOSTER, String.valueOf(failure.getMessage()));
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        results.put(
                new Table(
                        PYTHON,
                        "a Python plugin, from the spawn until it is healthy",
                        "Median of "
                                + starts
                                + " starts in an environment that exists, mutual TLS.",
                        List.of(Hosts.FOSTER),
                        List.of(
                                new Metric(
                                        "median_ms",
                                        "python",
                                        "healthy after",
                                        "ms",
                                        0,
                                        Metric.Kind.PLAIN))),
                scores);
    }

    private Scores take(String name, Work work) {
        var scores = new Scores(rounds);
        for (int round = 0; round < rounds; round++) {
            var order = new ArrayList<>(List.of(Hosts.FOSTER, Hosts.GO));
            Collections.shuffle(order, random);
            for (String host : order) {
                try {
                    put(scores, name, host, round, hosts.take(host, work));
                } catch (IOException failure) {
                    scores.failed(host, String.valueOf(failure.getMessage()));
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                    return scores;
                }
            }
        }
        return scores;
    }

    private void put(
            Scores scores, String name, String host, int round, Map<String, Double> facts) {
        var line = new StringBuilder(name + " " + (round + 1) + "/" + rounds + " " + host);
        facts.forEach(
                (key, value) -> {
                    scores.put(key, host, round, value);
                    line.append(String.format(Locale.ROOT, " %s=%.1f", key, value));
                });
        // For whoever waits.
        System.err.println(line);
    }
}
