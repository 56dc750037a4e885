package dev.foster.bench.supervise;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the trials one after the other, and compares. */
public final class Driver {
    private static final List<String> TRIALS =
            List.of(RestartTrial.NAME, ChildrenTrial.NAME, LogTrial.NAME, DemoTrial.NAME);

    private final Settings settings;
    private final List<Peer> peers = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    private Driver(Settings settings) {
        this.settings = settings;
        List<Peer> all = everyone(settings.root());
        List<String> names = all.stream().map(Peer::name).toList();
        for (String only : settings.only()) {
            if (!names.contains(only) && !TRIALS.contains(only)) {
                throw new IllegalArgumentException(
                        "cannot run only "
                                + only
                                + ": it is unknown; use some of "
                                + String.join(", ", names)
                                + ", "
                                + String.join(", ", TRIALS));
            }
        }
        for (Peer peer : all) {
            if (isWanted(peer.name(), names)) {
                peer.missing()
                        .ifPresentOrElse(
                                why -> absent.add(peer.name() + " cannot be had: " + why),
                                () -> peers.add(peer));
            }
        }
    }

    private static List<Peer> everyone(Path root) {
        return List.of(
                new Foster(root),
                new Supervisord(root),
                new S6(root),
                new Runit(root),
                new Pm2(root),
                new ProcessCompose(root));
    }

    /** Names of one kind leave out the rest of that kind; without any all are wanted. */
    private boolean isWanted(String name, List<String> kind) {
        return settings.only().contains(name) || settings.only().stream().noneMatch(kind::contains);
    }

    public static void main(String[] arguments) throws IOException {
        boolean missed;
        Settings settings;
        try {
            settings = Settings.of("supervise", List.of(arguments));
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
        Map<Table, Scores> results = new LinkedHashMap<>();
        try (var workshop = new Workshop(settings)) {
            trials(workshop)
                    .filter(trial -> isWanted(trial.table().name(), TRIALS))
                    .forEach(trial -> results.put(trial.table(), trial.hold()));
            if (workshop.isEnded()) {
                // Interrupted: what there is looks like results, and is none.
                return true;
            }
        }
        var report = new Report(results);
        List<Bar.Verdict> verdicts = Bars.judge(results);
        String text =
                Preface.text(peers, absent)
                        + report.tables()
                        + Report.bars("Bars for Foster", "the peer or the machine", verdicts);
        System.out.println(text);
        report.json("ratio_to_foster", Foster.NAME).forEach(System.out::println);
        if (settings.kept()) {
            settings.keep(text);
        }
        return verdicts.stream().anyMatch(Bar.Verdict::missed)
                || results.values().stream()
                        .anyMatch(scores -> scores.failures().containsKey(Foster.NAME));
    }

    private Stream<Trial> trials(Workshop workshop) {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 5);
        boolean quick = settings.quick();
        Stream<Trial> compared =
                Stream.of(
                        new RestartTrial(settings, workshop, peers, 3 * rounds),
                        new ChildrenTrial(
                                workshop, peers, rounds, Duration.ofSeconds(quick ? 2 : 10)),
                        new LogTrial(workshop, peers, rounds, quick ? 60 : 300));
        return peers.stream().anyMatch(Foster.class::isInstance)
                ? Stream.concat(compared, Stream.of(new DemoTrial(settings, workshop)))
                : compared;
    }
}
