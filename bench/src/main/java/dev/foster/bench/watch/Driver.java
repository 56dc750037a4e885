package dev.foster.bench.watch;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Call;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.supervise.Foster;
import dev.foster.bench.supervise.Pm2;
import dev.foster.bench.supervise.ProcessCompose;
import dev.foster.bench.workshop.Attendance;
import dev.foster.bench.workshop.Ports;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.Trials;
import dev.foster.bench.workshop.Workshop;
import dev.foster.control.ProjectPaths;

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
    static final int MANY = 500;
    private static final int SOME = 100;
    private static final List<String> TRIALS =
            List.of(WatchTrial.name(SOME), WatchTrial.name(MANY), GuardTrial.NAME);

    private final Settings settings;
    private final Attendance<Watched> attendance;

    private Driver(Settings settings) throws IOException {
        this.settings = settings;
        List<Watched> all = everyone(settings.root());
        List<String> names = all.stream().map(Watched::name).toList();
        settings.allow(Stream.concat(names.stream(), TRIALS.stream()).toList());
        attendance = Attendance.of(all.stream().filter(one -> settings.wants(one.name(), names)));
    }

    private static List<Watched> everyone(Path root) throws IOException {
        int port = Ports.free();
        String asked = "--port=" + port;
        var foster = new Foster(root);
        var pm2 = new Pm2(root);
        return List.of(
                new Watched(
                        foster,
                        (_, stack) ->
                                new FollowFoster(
                                        ProjectPaths.of(
                                                stack.folder(), foster.environment(stack)))),
                new Watched("foster-questions", foster, (_, stack) -> new AskFoster(stack)),
                // Whole trees, as Foster does, and then what it does by itself: the children alone.
                new Watched(
                        new ProcessCompose(
                                root, ProcessCompose.NAME, List.of(asked, "--recursive-metrics")),
                        (_, _) -> new AskProcessCompose(port)),
                new Watched(
                        new ProcessCompose(root, "process-compose-roots", List.of(asked)),
                        (_, _) -> new AskProcessCompose(port)),
                new Watched(pm2, (workshop, stack) -> new AskPm2(workshop, pm2, stack)));
    }

    public static void main(String[] arguments) throws IOException {
        System.exit(
                Call.exitCode("watch", List.of(arguments), settings -> new Driver(settings).run()));
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
                        "the peer",
                        Bar.judge(Bars.all(), results.get()));
        return missed || report.failed(Foster.NAME);
    }

    private Stream<Trial> trials(Workshop workshop) {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 3);
        int seconds = settings.quick() ? 5 : 20;
        List<Watched> watched = attendance.present();
        List<Trial> trials = new ArrayList<>();
        trials.add(new WatchTrial(workshop, watched, SOME, rounds, seconds));
        trials.add(new WatchTrial(workshop, watched, MANY, rounds, seconds));
        List<Guard> guards = guards(rounds);
        if (!guards.isEmpty()) {
            trials.add(new GuardTrial(workshop, guards));
        }
        return trials.stream().filter(trial -> settings.wants(trial.table().name(), TRIALS));
    }

    /** Those who take part and have one; who looks rarely is waited for less often. */
    private List<Guard> guards(int rounds) {
        boolean quick = settings.quick();
        Path root = settings.root();
        int limit = GuardTrial.LIMIT_MEGABYTES;
        List<String> present = attendance.present().stream().map(Watched::name).toList();
        return Stream.of(
                        new Guard(
                                new Foster(root, List.of("limits: {memory: " + limit + "MiB}")),
                                Duration.ofMillis(500),
                                rounds * (quick ? 3 : 10)),
                        new Guard(
                                new Pm2(
                                        root,
                                        List.of("\"max_memory_restart\": \"" + limit + "M\"")),
                                Duration.ofSeconds(30),
                                rounds * (quick ? 1 : 2)))
                .filter(guard -> present.contains(guard.name()))
                .toList();
    }
}
