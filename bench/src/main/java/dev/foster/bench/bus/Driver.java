package dev.foster.bench.bus;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Call;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Runs the contests one after the other, and compares. */
public final class Driver {
    private final Settings settings;

    private Driver(Settings settings) {
        this.settings = settings;
        settings.allow(Contests.NAMES);
    }

    public static void main(String[] arguments) throws IOException {
        System.exit(
                Call.exitCode("bus", List.of(arguments), settings -> new Driver(settings).run()));
    }

    /** Runs everything and reports it; true when a bar was missed, or a server has no result. */
    private boolean run() throws IOException {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 5);
        var systems = List.of(Servers.FOSTER, Servers.NATS);
        var contests =
                new Contests(
                        new Servers(settings),
                        new Load(settings.root()),
                        systems,
                        rounds,
                        settings.quick());
        Map<Table, Scores> results = results(contests);
        var report = new Report(results);
        boolean missed =
                report.publish(
                        settings,
                        preface(),
                        Servers.FOSTER,
                        "nats-server",
                        Bar.judge(bars(), results));
        return missed || results.values().stream().anyMatch(scores -> !scores.failures().isEmpty());
    }

    private Map<Table, Scores> results(Contests contests) {
        Map<Table, Scores> results = new LinkedHashMap<>();
        if (settings.wants(Contests.PUBLISH)) {
            contests.publish(results);
        }
        for (int size : Contests.SIZES) {
            if (settings.wants(Contests.pair(size))) {
                contests.pair(results, size);
            }
        }
        if (settings.wants(Contests.FAN_OUT)) {
            contests.fanOut(results);
        }
        if (settings.wants(Contests.REQUEST)) {
            contests.request(results);
        }
        if (settings.wants(Contests.IDLE)) {
            contests.idle(results);
        }
        if (settings.wants(Contests.PLUGINS)) {
            contests.plugins(results, settings.root().resolve("examples/bots"));
        }
        return results;
    }

    private String preface() {
        return """
        # Brokers side by side

        Written by `bench/run bus`. The clients are one Go program with nats.go, which shares the processors with the server;
        *foster* is the embedded broker in a process of its own, with the JVM flags of `./foster` (%s).
        In each round each takes a turn, in random order and in a new process. A ratio is the median of the ratios of the rounds,
        with their range behind it: read ratios, not absolutes. %s, Linux %s, %d processors, JDK %s.

        """
                .formatted(
                        String.join(" ", settings.fosterFlags()),
                        Servers.version(),
                        System.getProperty("os.version").replaceFirst("-.*", ""),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.runtime.version"));
    }

    static List<Bar> bars() {
        var bars = new ArrayList<Bar>();
        for (int size : Contests.SIZES) {
            bars.add(
                    ratio(
                            Contests.pair(size),
                            "delivered_per_second",
                            0.7,
                            true,
                            "rate ≥ 0.7 × nats-server's"));
        }
        bars.add(ratio(Contests.REQUEST, "median_us", 1.3, false, "median ≤ 1.3 × nats-server's"));
        bars.add(ratio(Contests.REQUEST, "p99_us", 1.5, false, "p99 ≤ 1.5 × nats-server's"));
        bars.add(plain(Contests.PYTHON, "ready_ms", 300, "Python ready ≤ 300 ms"));
        bars.add(plain(Contests.JAVA, "ready_ms", 400, "Java ready ≤ 400 ms"));
        bars.add(plain(Contests.PYTHON, "recovered_ms", 500, "Python recovered ≤ 500 ms"));
        bars.add(plain(Contests.JAVA, "recovered_ms", 500, "Java recovered ≤ 500 ms"));
        return bars;
    }

    private static Bar plain(String system, String key, double limit, String says) {
        return new Bar(
                Contests.PLUGINS,
                says,
                limit,
                false,
                scores -> scores.median(key, system),
                _ -> OptionalDouble.empty());
    }

    private static Bar ratio(String contest, String key, double limit, boolean least, String says) {
        return new Bar(
                contest,
                says,
                limit,
                least,
                scores -> scores.ratio(key, Servers.FOSTER, Servers.NATS),
                scores -> scores.median(key, Servers.NATS));
    }
}
