package dev.foster.bench.memory;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Call;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Attendance;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.Trials;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the floods one after the other, and looks at what is left. */
public final class Driver {
    private static final String FOSTER = "foster";
    private static final String DAEMON = "foster-daemon";
    private static final String PROJECT = "foster-project";
    private static final String NATS = "nats-server";
    private static final String BUS = "bus";
    private static final String HTTP = "http";
    private static final String LOGS = "logs";
    private static final List<String> FLOODS = List.of(BUS, HTTP, LOGS);
    private static final double MOST_LEFT = 1.5;

    private static final String CHATTER =
            "until [ -e go ]; do sleep 0.2; done; "
                    + "yes a line of words that goes on for a while | head -c 1000000000; "
                    + "exec sleep 1000";

    private final Settings settings;
    private final Attendance<Server.Kind> attendance;

    private Driver(Settings settings) {
        this.settings = settings;
        List<Server.Kind> all = everyone(settings);
        List<String> names = all.stream().map(Server.Kind::name).toList();
        settings.allow(Stream.concat(names.stream(), FLOODS.stream()).toList());
        attendance = Attendance.of(all.stream().filter(one -> settings.wants(one.name(), names)));
    }

    private static List<Server.Kind> everyone(Settings settings) {
        String foster = settings.root().resolve(FOSTER).toString();
        return List.of(
                new Server.Kind(
                        FOSTER,
                        "of this tree",
                        List.of(foster, "bus", "serve", "-p", "PORT"),
                        "",
                        false),
                new Server.Kind(
                        NATS,
                        "as installed",
                        List.of("/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", "PORT"),
                        "",
                        false),
                new Server.Kind(
                        PROJECT,
                        "of this tree",
                        List.of(foster, "up", "--quiet"),
                        "bus: {listen: PORT, user: bench, password: bench}\n"
                                + "processes:\n  one: {command: exec sleep 1000}\n",
                        false),
                new Server.Kind(
                        DAEMON,
                        "of this tree",
                        List.of(foster, "up", "--quiet"),
                        "processes:\n"
                                + "  sink: {command: \"exec cat >/dev/null\", stdin: pipe}\n"
                                + "  one: {command: \""
                                + CHATTER
                                + "\"}\n  two: {command: \""
                                + CHATTER
                                + "\"}\n",
                        true));
    }

    public static void main(String[] arguments) throws IOException {
        System.exit(
                Call.exitCode(
                        "memory", List.of(arguments), settings -> new Driver(settings).run()));
    }

    private boolean run() throws IOException {
        attendance.absent().forEach(System.err::println);
        Optional<Map<Table, Scores>> results = Trials.hold(settings, this::trials);
        if (results.isEmpty()) {
            return true;
        }
        var report = new Report(results.get());
        boolean missed =
                report.publish(
                        settings, preface(), FOSTER, "the peer", Bar.judge(bars(), results.get()));
        return missed || report.failed(FOSTER) || report.failed(PROJECT) || report.failed(DAEMON);
    }

    private Stream<Trial> trials(Workshop workshop) {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 3);
        var after = Duration.ofSeconds(settings.quick() ? 30 : 60);
        List<Server.Kind> brokers = present(FOSTER, PROJECT, NATS);
        List<Server.Kind> daemons = present(DAEMON);
        return Stream.<Trial>of(
                        new FloodTrial(
                                workshop,
                                BUS,
                                "30 subscribers that do not read, while 120 MB are published",
                                brokers,
                                Floods::bus,
                                rounds,
                                after),
                        new FloodTrial(
                                workshop,
                                HTTP,
                                "40 requests at once with bodies of 15 MB, ten times",
                                daemons,
                                Floods::http,
                                rounds,
                                after),
                        new FloodTrial(
                                workshop,
                                LOGS,
                                "two processes print 1 GB each, and 30 followers of the logs do not"
                                        + " read",
                                daemons,
                                Floods::logs,
                                rounds,
                                after))
                .filter(trial -> settings.wants(trial.table().name(), FLOODS))
                .filter(trial -> !trial.table().systems().isEmpty());
    }

    private List<Server.Kind> present(String... names) {
        return attendance.present().stream()
                .filter(one -> List.of(names).contains(one.name()))
                .toList();
    }

    private static List<Bar> bars() {
        return List.of(bar(BUS, FOSTER), bar(BUS, PROJECT), bar(HTTP, DAEMON), bar(LOGS, DAEMON));
    }

    private static Bar bar(String flood, String system) {
        return new Bar(
                flood,
                system + ": a minute after ≤ 1.5 × before",
                MOST_LEFT,
                false,
                scores -> scores.median(FloodTrial.LEFT, system),
                scores -> scores.median(FloodTrial.LEFT, NATS));
    }

    private String preface() {
        return """
        # What is left in memory of a flood

        Written by `bench/run memory`. Linux %s, %d processors, JDK %s.

        Resident memory of the server alone: some seconds after its start, the most while it is flooded, and a while after
        everybody has left. *foster* is `foster bus serve`, *foster-project* and *foster-daemon* are daemons of projects, `foster up --quiet`.
        Nothing is done to either between the flood and the end.

        """
                .formatted(
                        System.getProperty("os.version").replaceFirst("-.*", ""),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.runtime.version"));
    }
}
