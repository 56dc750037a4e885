package dev.foster.bench.process;

import java.io.IOException;
import java.nio.file.Files;
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
            settings = Settings.of(List.of(arguments));
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
        var report = new Report(results);
        List<Bar.Verdict> verdicts = Bars.judge(results);
        String text = Preface.text() + report.tables() + Report.bars(verdicts);
        System.out.println(text);
        report.json().forEach(System.out::println);
        if (settings.kept()) {
            Files.createDirectories(settings.results().getParent());
            Files.writeString(
                    settings.results(),
                    text + "## Run it\n\n```\n" + Settings.USAGE.substring(7) + "\n```\n");
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
