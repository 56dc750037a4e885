package dev.foster.bench.supervise;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the trials one after the other, and compares. */
public final class Driver {
    private static final List<String> TRIALS =
            List.of(RestartTrial.NAME, ChildrenTrial.NAME, LogTrial.NAME, DemoTrial.NAME);

    private final Settings settings;
    private final Attendance<Peer> attendance;

    private Driver(Settings settings) {
        this.settings = settings;
        List<Peer> all = everyone(settings.root());
        List<String> names = all.stream().map(Peer::name).toList();
        settings.allow(Stream.concat(names.stream(), TRIALS.stream()).toList());
        attendance = Attendance.of(all.stream().filter(peer -> settings.wants(peer.name(), names)));
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

    public static void main(String[] arguments) throws IOException {
        System.exit(
                Call.exitCode(
                        "supervise", List.of(arguments), settings -> new Driver(settings).run()));
    }

    /** Runs everything and reports it; true when a bar was missed, or Foster has no result. */
    private boolean run() throws IOException {
        attendance.absent().forEach(System.err::println);
        Optional<Map<Table, Scores>> results = Trials.hold(settings, this::trials);
        if (results.isEmpty()) {
            return true;
        }
        var report = new Report(results.get());
        boolean missed =
                report.publish(
                        settings,
                        Preface.text(attendance),
                        Foster.NAME,
                        "the peer or the machine",
                        Bar.judge(Bars.all(), results.get()));
        return missed || report.failed(Foster.NAME);
    }

    private Stream<Trial> trials(Workshop workshop) {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 5);
        boolean quick = settings.quick();
        List<Peer> peers = attendance.present();
        List<Trial> trials =
                new ArrayList<>(
                        List.of(
                                new RestartTrial(settings, workshop, peers, 3 * rounds),
                                new ChildrenTrial(
                                        workshop,
                                        peers,
                                        rounds,
                                        Duration.ofSeconds(quick ? 2 : 10)),
                                new LogTrial(workshop, peers, rounds, quick ? 60 : 300)));
        if (peers.stream().anyMatch(Foster.class::isInstance)) {
            trials.add(new DemoTrial(settings, workshop));
        }
        return trials.stream().filter(trial -> settings.wants(trial.table().name(), TRIALS));
    }
}
