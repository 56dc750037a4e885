package dev.foster.bench.soak;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.supervise.Foster;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;
import dev.foster.http.HttpClient;
import dev.foster.http.Target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The daemon under everything at once, and what is left of it.
 *
 * <p>How it is without load is measured in the same run: how long {@code down} takes, with a daemon
 * of its own, and what it holds once all runs.
 */
final class Soak {
    static final List<String> PARTS =
            List.of("followers", "strangers", "bus", "mcp", "askers", "killers", "vandals");

    private static final Duration WARMING = Duration.ofSeconds(20);
    private static final Duration SETTLING = Duration.ofSeconds(60);
    private static final Duration LATER = Duration.ofSeconds(60);
    private static final Duration ASKING = Duration.ofSeconds(20);

    private final Workshop workshop;
    private final Settings settings;
    private final Foster foster;
    private final Duration time;
    private final Deeds deeds = new Deeds();
    private final Scores scores = new Scores(1);

    Soak(Workshop workshop, Settings settings, Duration time) {
        this.workshop = workshop;
        this.settings = settings;
        this.foster = new Foster(settings.root());
        this.time = time;
    }

    /** Holds it and reports; true when something is not as it has to be. */
    boolean hold() throws IOException {
        try {
            measureDown();
            try (Daemon daemon = start()) {
                return soak(daemon);
            }
        } catch (TrialFailed failure) {
            System.err.println("cannot hold the soak: " + failure.why());
            return true;
        } catch (UncheckedIOException gone) {
            System.err.println("cannot hold the soak: the daemon ended: " + gone.getMessage());
            return true;
        }
    }

    private Daemon start() throws TrialFailed, IOException {
        return Daemon.start(workshop, foster, Project.in(workshop.place()));
    }

    private void measureDown() throws TrialFailed, IOException {
        try (Daemon daemon = start()) {
            Pause.of(WARMING);
            put(Bars.DOWN, Bars.BEFORE, seconds(daemon.down()));
        }
    }

    private boolean soak(Daemon daemon) throws TrialFailed {
        Pause.of(WARMING);
        Figures before = daemon.figures();
        var onlooker = new Onlooker(daemon);
        try (var _ = new Load(parts(daemon), deeds)) {
            onlooker.watch(time);
        }
        put(Bars.MOST_MEGABYTES, onlooker.most().megabytes());
        put(Bars.MOST_THREADS, onlooker.most().threads());
        Figures after = Figures.NONE;
        if (daemon.lives()) {
            settle(daemon, onlooker);
        }
        if (daemon.lives()) {
            after = daemon.figures();
            compare(before, after);
            end(daemon);
        } else {
            put(Bars.ENDED, 1);
        }
        put(Bars.LEFT, daemon.left());
        put(Bars.SILENT, onlooker.silences().size());
        put(Bars.SLOWEST, seconds(onlooker.slowest()));
        put(Bars.UNTRUE, onlooker.untruths().size());
        put(Bars.TRACES, daemon.traces().size());
        return report(daemon, onlooker, before, after);
    }

    private List<Nuisance.Part> parts(Daemon daemon) {
        Path socket = daemon.paths().socket();
        Project project = daemon.project();
        return List.of(
                        part("followers", 20, 500, new Followers(socket, deeds)),
                        part("strangers", 400, 500, new Strangers(project, deeds)),
                        part("bus", 16, 500, new BusClients(project.bus(), deeds)),
                        part(
                                "mcp",
                                4,
                                200,
                                new McpClients(project.broker(), daemon.paths().mcpToken(), deeds)),
                        part("askers", 3, 500, new Askers(socket, deeds)),
                        part("killers", 2, 500, new Killers(daemon.pid(), deeds)),
                        part("vandals", 1, 4_000, new Vandals(daemon.paths(), deeds)))
                .stream()
                .filter(part -> settings.wants(part.name()))
                .toList();
    }

    private static Nuisance.Part part(String name, int crowd, int millis, Nuisance nuisance) {
        return new Nuisance.Part(name, crowd, Duration.ofMillis(millis), nuisance);
    }

    /** What somebody stopped is started, all comes up again, and a minute passes. */
    private void settle(Daemon daemon, Onlooker onlooker) throws TrialFailed {
        for (ProcessHandle process : daemon.all()) {
            try {
                Killers.signal(process, "CONT");
            } catch (IOException failure) {
                throw new TrialFailed("nothing can be continued: " + failure);
            }
        }
        boolean up =
                Pause.until(
                        SETTLING,
                        () -> {
                            try {
                                startAll(daemon);
                                return Daemon.idle(daemon.ps()).isEmpty();
                            } catch (IOException | TrialFailed notYet) {
                                return !daemon.lives();
                            }
                        });
        put(Bars.IDLE, up ? 0 : 1);
        onlooker.look();
        Pause.of(LATER);
        onlooker.look();
    }

    private static void startAll(Daemon daemon) throws IOException {
        HttpClient.onUnixSocket(daemon.paths().socket())
                .send(
                        "POST",
                        Target.of("v1", "start"),
                        Optional.of("{\"names\":[\"all\"]}".getBytes(StandardCharsets.UTF_8)),
                        ASKING);
    }

    private void compare(Figures before, Figures after) {
        put(Bars.MEGABYTES, Bars.BEFORE, before.megabytes());
        put(Bars.MEGABYTES, after.megabytes());
        put(Bars.THREADS, Bars.BEFORE, before.threads());
        put(Bars.THREADS, after.threads());
        put(Bars.DESCRIPTORS, Bars.BEFORE, before.descriptors());
        put(Bars.DESCRIPTORS, after.descriptors());
    }

    private void end(Daemon daemon) {
        put(Bars.ENDED, 0);
        try {
            daemon.call("doctor");
            put(Bars.DOCTOR, 0);
        } catch (TrialFailed found) {
            System.err.println("soak: " + found.why());
            put(Bars.DOCTOR, 1);
        }
        try {
            put(Bars.DOWN, seconds(daemon.down()));
            put(Bars.REFUSED, 0);
        } catch (TrialFailed failure) {
            System.err.println("soak: " + failure.why());
            put(Bars.REFUSED, 1);
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private void put(String key, double value) {
        put(key, Bars.FOSTER, value);
    }

    private void put(String key, String system, double value) {
        scores.put(key, system, 0, value);
    }

    private boolean report(Daemon daemon, Onlooker onlooker, Figures before, Figures after) {
        List<Bar.Verdict> verdicts = Bars.all().stream().map(bar -> bar.judge(scores)).toList();
        System.out.println(
                """
                # Everything at once for %d s

                Written by `bench/run soak`. A daemon with %d MB of heap and %d descriptors, looked at %d times.

                %s
                | the daemon | RSS, MB | threads | descriptors |
                |---|---|---|---|
                | before | %s |
                | the most under load | %s |
                | a minute later | %s |

                %s\
                """
                        .formatted(
                                time.toSeconds(),
                                Daemon.HEAP_MEGABYTES,
                                Daemon.DESCRIPTORS,
                                onlooker.looks(),
                                deeds.table(),
                                before.row(),
                                onlooker.most().row(),
                                after.row(),
                                Report.bars("Bars for Foster", "before", verdicts)));
        onlooker.untruths().forEach(each -> System.out.println("- " + each));
        onlooker.silences().stream().distinct().forEach(each -> System.out.println("- " + each));
        daemon.traces().forEach((line, times) -> System.out.println("- " + times + " × " + line));
        boolean missed = verdicts.stream().anyMatch(Bar.Verdict::missed);
        if (missed) {
            System.out.println("- the daemon" + daemon.lastWords());
        }
        return missed;
    }
}
