package dev.foster.bench.tui;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the trials one after the other, and compares. */
public final class Driver {
    private static final List<String> TRIALS = List.of(PagesTrial.NAME, WholeTrial.NAME);

    private final Settings settings;
    private final List<Screened> screens = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    private Driver(Settings settings) {
        this.settings = settings;
        for (String only : settings.only()) {
            if (!TRIALS.contains(only)) {
                throw new IllegalArgumentException(
                        "cannot run only "
                                + only
                                + ": it is unknown; use "
                                + String.join(" or ", TRIALS));
            }
        }
        for (Screened screen : everyone(settings.root())) {
            screen.missing()
                    .ifPresentOrElse(
                            why -> absent.add(screen.name() + " cannot be had: " + why),
                            () -> screens.add(screen));
        }
    }

    private static List<Screened> everyone(Path root) {
        return List.of(new Foster(root), new ProcessCompose(root), new Mprocs(root));
    }

    public static void main(String[] arguments) throws IOException {
        boolean missed;
        Settings settings;
        try {
            settings = Settings.of("tui", List.of(arguments));
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
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 5);
        Map<Table, Scores> results = new LinkedHashMap<>();
        try (var workshop = new Workshop(settings)) {
            Stream.<Trial>of(
                            new PagesTrial(settings, workshop, rounds),
                            new WholeTrial(workshop, screens, rounds))
                    .filter(trial -> isWanted(trial.table().name()))
                    .forEach(trial -> results.put(trial.table(), trial.hold()));
            if (workshop.isEnded()) {
                // Interrupted: what there is looks like results, and is none.
                return true;
            }
        }
        var report = new Report(results);
        List<Bar.Verdict> verdicts = Bars.judge(results);
        String text =
                Preface.text(screens, absent)
                        + report.tables()
                        + Report.bars("Bars for Foster", "the peer", verdicts);
        System.out.println(text);
        report.json("ratio_to_foster", Foster.NAME).forEach(System.out::println);
        if (settings.kept()) {
            settings.keep(text);
        }
        return verdicts.stream().anyMatch(Bar.Verdict::missed) || fosterFailed(results);
    }

    private boolean isWanted(String trial) {
        return settings.only().isEmpty() || settings.only().contains(trial);
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
