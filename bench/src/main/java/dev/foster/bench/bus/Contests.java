package dev.foster.bench.bus;

import dev.foster.bench.bus.Servers.Running;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** What is measured: in every round each server takes one turn, in random order. */
final class Contests {
    static final String PUBLISH = "publish";
    static final String FAN_OUT = "fan-out";
    static final String REQUEST = "request";
    static final String IDLE = "idle";
    static final String PLUGINS = "plugins";
    static final String PYTHON = "python";
    static final String JAVA = "java";
    static final List<Integer> SIZES = List.of(16, 128, 1024);
    static final List<String> NAMES =
            List.of(PUBLISH, pair(16), pair(128), pair(1024), FAN_OUT, REQUEST, IDLE, PLUGINS);

    private final Random random = new Random(25);
    private final Servers servers;
    private final Load load;
    private final List<String> systems;
    private final int rounds;
    private final boolean quick;

    Contests(Servers servers, Load load, List<String> systems, int rounds, boolean quick) {
        this.servers = servers;
        this.load = load;
        this.systems = List.copyOf(systems);
        this.rounds = rounds;
        this.quick = quick;
    }

    /** The contest of one publisher and one subscriber. */
    static String pair(int size) {
        return "pair-" + size;
    }

    /** Has one server take one turn. */
    private interface Turn {
        Map<String, Double> take(Running server) throws IOException, InterruptedException;
    }

    private int count(int full) {
        return quick ? full / 5 : full;
    }

    private static Metric compared(String key, String name, String title, String unit) {
        return new Metric(key, name, title, unit, unit.equals("µs") ? 1 : 0, Metric.Kind.COMPARED);
    }

    private static Metric cpu(String name) {
        return new Metric(
                "cpu_us", name + "-cpu", "server CPU for each", "µs", 2, Metric.Kind.COMPARED);
    }

    void publish(Map<Table, Scores> results) {
        int messages = count(3_000_000);
        results.put(
                table(
                        PUBLISH,
                        "one publisher, nobody listens",
                        messages + " messages of 128 bytes, after half as many that do not count.",
                        compared("published_per_second", "publish", "messages", "per second"),
                        cpu("publish")),
                take(PUBLISH, server -> loaded(server, "publish", 128, messages, 1)));
    }

    void pair(Map<Table, Scores> results, int size) {
        int messages = count(size > 512 ? 1_000_000 : 2_000_000);
        results.put(
                table(
                        pair(size),
                        "one publisher, one subscriber, " + size + " bytes",
                        messages
                                + " messages until all have arrived, after half as many that do not"
                                + " count; at most 8 MB are on their way.",
                        compared("delivered_per_second", pair(size), "messages", "per second"),
                        cpu(pair(size))),
                take(pair(size), server -> loaded(server, "deliver", size, messages, 1)));
    }

    void fanOut(Map<Table, Scores> results) {
        int messages = count(300_000);
        results.put(
                table(
                        FAN_OUT,
                        "one publisher, ten subscribers, 128 bytes",
                        messages
                                + " messages to each of ten until all have arrived, after half as"
                                + " many that do not count.",
                        compared("delivered_per_second", FAN_OUT, "deliveries", "per second"),
                        cpu(FAN_OUT)),
                take(FAN_OUT, server -> loaded(server, "deliver", 128, messages, 10)));
    }

    void request(Map<Table, Scores> results) {
        int requests = count(50_000);
        results.put(
                table(
                        REQUEST,
                        "one at a time, through the server and back, 128 bytes",
                        requests + " requests, after half as many that do not count.",
                        compared("median_us", "request", "median", "µs"),
                        compared("p99_us", "request-p99", "p99", "µs"),
                        cpu("request")),
                take(REQUEST, server -> loaded(server, "request", 128, requests, 1)));
    }

    void idle(Map<Table, Scores> results) {
        int clients = 1000;
        results.put(
                table(
                        IDLE,
                        clients + " connections that do nothing",
                        "Resident memory of the server before and after they came, each with one"
                                + " subscription.",
                        new Metric("empty_mb", "empty", "alone", "MB", 1, Metric.Kind.COMPARED),
                        new Metric("idle_mb", "idle", "with them", "MB", 1, Metric.Kind.COMPARED)),
                take(IDLE, server -> load.idle(server, clients)));
    }

    /** Not against a peer: how long a message plugin takes to be there, and to be there again. */
    void plugins(Map<Table, Scores> results, Path examples) {
        int count = count(30);
        var table =
                new Table(
                        PLUGINS,
                        "message plugins of examples/bots on the embedded bus",
                        "Medians of "
                                + count
                                + " kills each. Ready: from the start of the process, once its"
                                + " environment or start-up cache exists. Recovered: from the kill"
                                + " until it is ready again, without a delay before the restart.",
                        List.of(PYTHON, JAVA),
                        List.of(
                                new Metric(
                                        "ready_ms", "ready", "ready", "ms", 0, Metric.Kind.PLAIN),
                                new Metric(
                                        "recovered_ms",
                                        "recovered",
                                        "recovered",
                                        "ms",
                                        0,
                                        Metric.Kind.PLAIN)));
        var scores = new Scores(rounds);
        Map<String, String> folders = Map.of(PYTHON, "dice-roller", JAVA, "8ball");
        for (int round = 0; round < rounds; round++) {
            for (String system : table.systems()) {
                try (var starts =
                        new PluginStarts(
                                examples.resolve(Objects.requireNonNull(folders.get(system))))) {
                    put(scores, PLUGINS, system, round, starts.take(count));
                } catch (IOException failure) {
                    scores.failed(system, String.valueOf(failure.getMessage()));
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
        results.put(table, scores);
    }

    private Table table(String name, String title, String basis, Metric... metrics) {
        return new Table(name, title, basis, systems, List.of(metrics));
    }

    /** What the clients measured, and what it cost the server, those that do not count included. */
    private Map<String, Double> loaded(
            Running server, String step, int size, int count, int subscribers)
            throws IOException, InterruptedException {
        int warmup = count / 2;
        Duration before = server.cpu();
        Map<String, Double> facts =
                load.run(
                        server,
                        step,
                        List.of(
                                "-size",
                                Integer.toString(size),
                                "-count",
                                Integer.toString(count),
                                "-warmup",
                                Integer.toString(warmup),
                                "-subscribers",
                                Integer.toString(subscribers)));
        double micros = server.cpu().minus(before).toNanos() / 1000.0;
        facts.put("cpu_us", micros / ((double) (count + warmup) * subscribers));
        return facts;
    }

    private Scores take(String name, Turn turn) {
        var scores = new Scores(rounds);
        for (int round = 0; round < rounds; round++) {
            var order = new ArrayList<>(systems);
            Collections.shuffle(order, random);
            for (String system : order) {
                try (Running server = servers.start(system)) {
                    put(scores, name, system, round, turn.take(server));
                } catch (IOException failure) {
                    scores.failed(system, String.valueOf(failure.getMessage()));
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                    return scores;
                }
            }
        }
        return scores;
    }

    private void put(
            Scores scores, String name, String system, int round, Map<String, Double> facts) {
        var line = new StringBuilder(name + " " + (round + 1) + "/" + rounds + " " + system);
        facts.forEach(
                (key, value) -> {
                    scores.put(key, system, round, value);
                    line.append(String.format(Locale.ROOT, " %s=%.1f", key, value));
                });
        // For whoever waits.
        System.err.println(line);
    }
}
