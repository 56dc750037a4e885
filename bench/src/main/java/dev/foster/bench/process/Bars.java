package dev.foster.bench.process;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What Foster's Linux engine has to reach, all of it. */
final class Bars {
    private static final String RATE = "per_second";
    private static final Bar.Value NONE = scores -> OptionalDouble.empty();

    private Bars() {}

    static List<Bar.Verdict> judge(Map<Contest, Scores> results) {
        var verdicts = new ArrayList<Bar.Verdict>();
        results.forEach(
                (contest, scores) ->
                        all().stream()
                                .filter(bar -> bar.contest().equals(contest.name()))
                                .forEach(bar -> verdicts.add(bar.judge(scores))));
        return verdicts;
    }

    private static List<Bar> all() {
        return List.of(
                ratioAtLeast("spawn-1", RATE, 0.85, Contests.C),
                ratioAtLeast("spawn-1", RATE, 2, Contests.BUILDER),
                ratioAtLeast("spawn-16", RATE, 0.85, Contests.C),
                ratioAtLeast("spawn-16", RATE, 2, Contests.BUILDER),
                ratioAtMost("idle-2000", "start", 1.5),
                ratioAtMost("idle-2000", "stop", 2),
                atMost("idle-2000", "threads", 20, "threads"),
                atMost("idle-2000", "rss", 25, "MB more RSS than with none"),
                ratioAtMost("kill", "p50", 1.5),
                ratioAtMost("kill", "p99", 1.5),
                atLeast("lines-bulk", "rate", 300, "MB/s"),
                atMost("lines-bulk", "cpu_per_gb", 1, "CPU s/GB in the reader"),
                atMost("lines-bulk", "missed", 0, "bytes missed"),
                atLeast("lines-single", "rate", 300, "MB/s"),
                atMost("lines-single", "cpu_per_gb", 1, "CPU s/GB in the reader"),
                atMost("lines-single", "missed", 0, "bytes missed"),
                new Bar(
                        "launch",
                        "≤ 150 ms wall",
                        150,
                        false,
                        scores -> scores.median("millis", Contests.FOSTER_RUN),
                        scores -> scores.median("millis", Contests.BARE_JVM)));
    }

    private static Bar ratioAtLeast(String contest, String key, double limit, String to) {
        String says = "rate ≥ " + number(limit) + " × " + to;
        return new Bar(
                contest, says, limit, true, scores -> scores.ratio(key, Contests.FOSTER, to), NONE);
    }

    private static Bar ratioAtMost(String contest, String key, double limit) {
        String says = key + " ≤ " + number(limit) + " × C";
        return new Bar(
                contest,
                says,
                limit,
                false,
                scores -> scores.ratio(key, Contests.FOSTER, Contests.C),
                NONE);
    }

    private static Bar atLeast(String contest, String key, double limit, String unit) {
        return new Bar(
                contest,
                "≥ " + number(limit) + " " + unit,
                limit,
                true,
                scores -> scores.median(key, Contests.FOSTER),
                scores -> scores.median(key, Contests.C));
    }

    /** A limit of 0 is for what must never happen: there the worst round counts, not the median. */
    private static Bar atMost(String contest, String key, double limit, String unit) {
        boolean never = limit == 0;
        return new Bar(
                contest,
                never ? "no " + unit + " in any round" : "≤ " + number(limit) + " " + unit,
                limit,
                false,
                scores -> value(scores, key, Contests.FOSTER, never),
                scores -> value(scores, key, Contests.C, never));
    }

    private static OptionalDouble value(Scores scores, String key, String system, boolean worst) {
        return worst ? scores.worst(key, system) : scores.median(key, system);
    }

    private static String number(double limit) {
        return limit == Math.rint(limit) ? Long.toString((long) limit) : Double.toString(limit);
    }
}
