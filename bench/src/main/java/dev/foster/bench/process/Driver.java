package dev.foster.bench.process;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs the contests: in every round each system takes one turn, in random order, then the medians
 * are compared.
 */
public final class Driver {
    private final Settings settings;
    private final Rivals rivals;
    private final Random random = new Random(25);

    private Driver(Settings settings, Rivals rivals) {
        this.settings = settings;
        this.rivals = rivals;
    }

    public static void main(String[] arguments) throws IOException {
        Settings settings;
        try {
            settings = Settings.of("process", List.of(arguments));
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        boolean missed;
        try (var rivals = new Rivals(settings)) {
            missed = new Driver(settings, rivals).run();
        }
        System.exit(settings.check() && missed ? 1 : 0);
    }

    /** Runs everything and reports it; true when a bar was missed. */
    private boolean run() throws IOException {
        Map<Contest, Scores> results = new LinkedHashMap<>();
        for (Contest contest : new Contests(settings).all()) {
            if (settings.only().isEmpty() || settings.only().contains(contest.name())) {
                results.put(contest, hold(contest));
            }
        }
        Map<Table, Scores> tables = new LinkedHashMap<>();
        results.forEach((contest, scores) -> tables.put(contest.table(), scores));
        var report = new Report(tables);
        List<Bar.Verdict> verdicts = Bars.judge(results);
        String text =
                Preface.text()
                        + report.tables()
                        + Report.bars(
                                "Bars for Foster's Linux engine", "C (or a bare JVM)", verdicts);
        System.out.println(text);
        report.json("ratio_to_c", Contests.C).forEach(System.out::println);
        if (settings.kept()) {
            settings.keep(text);
        }
        return verdicts.stream().anyMatch(Bar.Verdict::missed);
    }

    private Scores hold(Contest contest) {
        var scores = new Scores(contest.rounds());
        long start = System.nanoTime();
        for (int round = -contest.warmUps(); round < contest.rounds(); round++) {
            var order = new ArrayList<>(contest.entries());
            Collections.shuffle(order, random);
            for (Entry entry : order) {
                if (!scores.failures().containsKey(entry.system())) {
                    turn(contest, entry, round, scores);
                }
            }
        }
        System.err.printf("%s: %.0f s%n", contest.name(), (System.nanoTime() - start) / 1e9);
        return scores;
    }

    private void turn(Contest contest, Entry entry, int round, Scores scores) {
        try {
            Map<String, Double> answer = rivals.of(entry.worker()).ask(entry.request());
            if (round >= 0) {
                for (Metric metric : contest.metrics()) {
                    scores.put(
                            metric.key(),
                            entry.system(),
                            round,
                            answer.getOrDefault(metric.key(), Double.NaN));
                }
            }
            if (contest.fresh()) {
                rivals.end(entry.worker());
            }
        } catch (Rival.TurnFailed failure) {
            scores.failed(entry.system(), failure.why());
            rivals.end(entry.worker());
        }
    }
}
