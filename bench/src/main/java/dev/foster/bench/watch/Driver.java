package dev.foster.bench.watch;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.supervise.Foster;
import dev.foster.bench.supervise.Pm2;
import dev.foster.bench.supervise.ProcessCompose;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Runs the trials one after the other, and compares. */
public final class Driver {
    static final int MANY = 500;
    private static final int SOME = 100;

    private final Settings settings;
    private final List<Watched> supervisors = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    private Driver(Settings settings) throws IOException {
        this.settings = settings;
        List<Watched> all = everyone(settings.root());
        List<String> names = all.stream().map(Watched::name).toList();
        for (String only : settings.only()) {
            if (!names.contains(only)) {
                throw new IllegalArgumentException(
                        "cannot run only "
                                + only
                                + ": it is unknown; use some of "
                                + String.join(", ", names));
            }
        }
        for (Watched watched : all) {
            if (settings.only().isEmpty() || settings.only().contains(watched.name())) {
                watched.missing()
                        .ifPresentOrElse(
                                why -> absent.add(watched.name() + " cannot be had: " + why),
                                () -> supervisors.add(watched));
            }
        }
    }

    private static List<Watched> everyone(Path root) throws IOException {
        int port = freePort();
        var pm2 = new Pm2(root);
        return List.of(
                new Watched(new Foster(root), (_, stack) -> new AskFoster(stack)),
                new Watched(
                        new ProcessCompose(root, OptionalInt.of(port)),
                        (_, _) -> new AskProcessCompose(port)),
                new Watched(pm2, (workshop, stack) -> new AskPm2(workshop, pm2, stack)));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public static void main(String[] arguments) throws IOException {
        boolean missed;
        Settings settings;
        try {
            settings = Settings.of("watch", List.of(arguments));
            missed = new Driver(settings).run();
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        System.exit(settings.check() && missed ? 1 : 0);
    }

    /** Runs everything and reports it; true when a bar was missed, or Foster has no result. */
    private boolean run() throws IOException {
        absent.forEach(System.err::println);
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 3);
        int seconds = settings.quick() ? 5 : 20;
        Map<Table, Scores> results = new LinkedHashMap<>();
        try (var workshop = new Workshop(settings)) {
            for (int children : new int[] {SOME, MANY}) {
                var trial = new WatchTrial(workshop, supervisors, children, rounds, seconds);
                results.put(trial.table(), trial.hold());
            }
            if (workshop.isEnded()) {
                // Interrupted: what there is looks like results, and is none.
                return true;
            }
        }
        var report = new Report(results);
        List<Bar.Verdict> verdicts = Bars.judge(results);
        String text =
                preface()
                        + report.tables()
                        + Report.bars("Bars for Foster", "process-compose", verdicts);
        System.out.println(text);
        report.json("ratio_to_foster", Foster.NAME).forEach(System.out::println);
        if (settings.kept()) {
            settings.keep(text);
        }
        return verdicts.stream().anyMatch(Bar.Verdict::missed)
                || results.values().stream()
                        .anyMatch(scores -> scores.failures().containsKey(Foster.NAME));
    }

    private String preface() {
        String versions =
                supervisors.stream()
                        .map(one -> one.name() + " " + one.version())
                        .collect(Collectors.joining(", "));
        var text = new StringBuilder();
        text.append(
                """
                # The cost of watching

                Written by `bench/run watch`. Each supervisor runs the same children, a small static C program that sleeps; in
                each round each takes a turn, in random order. Only the supervisor's own processes count, neither the children nor
                whoever asks. Foster measures every process each second whether or not somebody asks, and keeps an hour of it;
                process-compose and pm2 measure when they are asked, as their screens do. Foster is asked through its socket,
                process-compose over HTTP, pm2 through its library. Linux %s, %d processors, JDK %s.

                """
                        .formatted(
                                System.getProperty("os.version").replaceFirst("-.*", ""),
                                Runtime.getRuntime().availableProcessors(),
                                System.getProperty("java.runtime.version")));
        text.append("Versions: ").append(versions).append(".\n\n");
        absent.forEach(line -> text.append("Left out: ").append(line).append("\n\n"));
        return text.toString();
    }
}
