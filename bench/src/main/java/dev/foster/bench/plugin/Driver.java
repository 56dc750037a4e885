package dev.foster.bench.plugin;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Call;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;

import java.io.IOException;
import java.nio.file.Path;
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
                Call.exitCode(
                        "plugin", List.of(arguments), settings -> new Driver(settings).run()));
    }

    /** Runs everything and reports it; true when a bar was missed, or a host has no result. */
    private boolean run() throws IOException {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 5);
        var contests = new Contests(new Hosts(settings), rounds, settings.quick());
        Map<Table, Scores> results = new LinkedHashMap<>();
        if (settings.wants(Contests.SOCKET)) {
            contests.calls(results, false);
        }
        if (settings.wants(Contests.TLS)) {
            contests.calls(results, true);
        }
        if (settings.wants(Contests.SPAWN)) {
            contests.spawn(results);
        }
        if (settings.wants(Contests.MANY)) {
            contests.many(results);
        }
        if (settings.wants(Contests.PYTHON)) {
            contests.python(results, settings.root().resolve(Path.of("examples", "kv", "python")));
        }
        var report = new Report(results);
        boolean missed =
                report.publish(
                        settings, preface(), Hosts.FOSTER, "go-plugin", Bar.judge(bars(), results));
        return missed || results.values().stream().anyMatch(scores -> !scores.failures().isEmpty());
    }

    private static String preface() {
        return """
        # Plugin hosts side by side

        Written by `bench/run plugin`. The plugin is the same Go program, made with go-plugin 1.8; the hosts are a small Java
        program with Foster's host in it, on a JVM without special flags, and a small Go program with go-plugin's client. In each
        round each takes a turn, in random order and in a process of its own. A ratio is the median of the ratios of the rounds, with their
        range behind it: read ratios, not absolutes. Linux %s, %d processors, JDK %s.

        """
                .formatted(
                        System.getProperty("os.version").replaceFirst("-.*", ""),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.runtime.version"));
    }

    private static List<Bar> bars() {
        return List.of(
                ratio(Contests.SOCKET, "median_us", 1.3, false, "latency ≤ 1.3 × go-plugin's"),
                ratio(Contests.SOCKET, "calls_per_second", 0.8, true, "rate ≥ 0.8 × go-plugin's"),
                ratio(Contests.TLS, "median_us", 1.3, false, "latency ≤ 1.3 × go-plugin's"),
                ratio(Contests.TLS, "calls_per_second", 0.8, true, "rate ≥ 0.8 × go-plugin's"),
                ratio(Contests.SPAWN, "median_ms", 1.5, false, "≤ 1.5 × go-plugin's"),
                new Bar(
                        Contests.PYTHON,
                        "healthy within 1 s",
                        1000,
                        false,
                        scores -> scores.median("median_ms", Hosts.FOSTER),
                        _ -> OptionalDouble.empty()));
    }

    private static Bar ratio(String contest, String key, double limit, boolean least, String says) {
        return new Bar(
                contest,
                says,
                limit,
                least,
                scores -> scores.ratio(key, Hosts.FOSTER, Hosts.GO),
                scores -> scores.median(key, Hosts.GO));
    }
}
