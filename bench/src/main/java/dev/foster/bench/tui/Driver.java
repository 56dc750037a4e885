package dev.foster.bench.tui;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the trials one after the other, and compares. */
public final class Driver {
    private static final List<String> TRIALS = List.of(PagesTrial.NAME, WholeTrial.NAME);

    private final Settings settings;
    private final Attendance<Screened> attendance;

    private Driver(Settings settings) {
        this.settings = settings;
        settings.allow(TRIALS);
        attendance = Attendance.of(everyone(settings.root()).stream());
    }

    private static List<Screened> everyone(Path root) {
        return List.of(new Foster(root), new ProcessCompose(root), new Mprocs(root));
    }

    public static void main(String[] arguments) throws IOException {
        System.exit(
                Call.exitCode("tui", List.of(arguments), settings -> new Driver(settings).run()));
    }

    /** Runs everything and reports it; true when a bar was missed, or Foster has no result. */
    private boolean run() throws IOException {
        attendance.absent().forEach(System.err::println);
        Optional<Map<Table, Scores>> results = Trials.hold(settings, this::trials);
        if (results.isEmpty()) {
            return true;
        }
        boolean missed =
                new Report(results.get())
                        .publish(
                                settings,
                                Preface.text(attendance),
                                Foster.NAME,
                                "the peer",
                                Bar.judge(Bars.all(), results.get()));
        return missed || fosterFailed(results.get());
    }

    private Stream<Trial> trials(Workshop workshop) {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 5);
        return Stream.<Trial>of(
                        new PagesTrial(settings, workshop, rounds),
                        new WholeTrial(workshop, attendance.present(), rounds))
                .filter(trial -> settings.wants(trial.table().name()));
    }

    /** All pages are Foster's; of the rest its own row is. */
    private static boolean fosterFailed(Map<Table, Scores> results) {
        return results.entrySet().stream()
                .anyMatch(
                        result ->
                                result.getKey().name().equals(PagesTrial.NAME)
                                        ? !result.getValue().failures().isEmpty()
                                        : result.getValue().failures().containsKey(Foster.NAME));
    }
}
