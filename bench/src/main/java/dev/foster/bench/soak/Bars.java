package dev.foster.bench.soak;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;

import java.util.List;
import java.util.OptionalDouble;

/** What the daemon has to reach. */
final class Bars {
    static final String CONTEST = "soak";
    static final String FOSTER = "foster";

    /** The same before the load. */
    static final String BEFORE = "before";

    /** The keys in the scores. */
    static final String ENDED = "ended";

    static final String SILENT = "silent";
    static final String SLOWEST = "slowest";
    static final String UNTRUE = "untrue";
    static final String MOST_MEGABYTES = "most megabytes";
    static final String MOST_THREADS = "most threads";
    static final String IDLE = "idle";
    static final String MEGABYTES = "megabytes";
    static final String THREADS = "threads";
    static final String DESCRIPTORS = "descriptors";
    static final String DOCTOR = "doctor";
    static final String REFUSED = "refused";
    static final String DOWN = "down";
    static final String LEFT = "left";
    static final String TRACES = "traces";

    /** The heap, and what a JVM with its native parts takes beside it. */
    private static final double MEGABYTES_LIMIT = 256;

    private static final double THREADS_LIMIT = 400;
    private static final double MORE_THREADS = 8;
    private static final double MORE_DESCRIPTORS = 16;
    private static final double GROWTH = 1.5;
    private static final double DOWN_FACTOR = 2;
    private static final double DOWN_SECONDS = 1;

    private Bars() {}

    static List<Bar> all() {
        return List.of(
                none(ENDED, "the daemon goes on"),
                none(SILENT, "every look at it is answered"),
                atMost(
                        SLOWEST,
                        "slowest foster ps ≤ " + Onlooker.LIMIT.toSeconds() + " s",
                        (double) Onlooker.LIMIT.toSeconds()),
                none(UNTRUE, "what it tells is so, and nothing runs twice"),
                atMost(
                        MOST_MEGABYTES,
                        "RSS at most " + (int) MEGABYTES_LIMIT + " MB",
                        MEGABYTES_LIMIT),
                atMost(MOST_THREADS, "threads at most " + (int) THREADS_LIMIT, THREADS_LIMIT),
                none(IDLE, "all quiet ones run again"),
                bar(
                        MEGABYTES,
                        "RSS a minute later ≤ " + GROWTH + " × before",
                        GROWTH,
                        scores -> scores.ratio(MEGABYTES, FOSTER, BEFORE)),
                more(THREADS, "threads a minute later", MORE_THREADS),
                more(DESCRIPTORS, "descriptors a minute later", MORE_DESCRIPTORS),
                none(DOCTOR, "doctor finds nothing"),
                none(REFUSED, "down comes to its end"),
                bar(
                        DOWN,
                        "down ≤ 2 × before + 1 s: seconds beyond twice",
                        DOWN_SECONDS,
                        scores -> difference(scores, DOWN, DOWN_FACTOR)),
                none(LEFT, "nothing is left over"),
                none(TRACES, "no stack traces"));
    }

    private static Bar none(String key, String says) {
        return atMost(key, says, 0);
    }

    private static Bar atMost(String key, String says, double limit) {
        return bar(key, says, limit, scores -> scores.median(key, FOSTER));
    }

    private static Bar more(String key, String says, double limit) {
        return bar(
                key,
                says + " ≤ before + " + (int) limit + ": how many more",
                limit,
                scores -> difference(scores, key, 1));
    }

    private static Bar bar(String key, String says, double limit, Bar.Value value) {
        return new Bar(CONTEST, says, limit, false, value, scores -> scores.median(key, BEFORE));
    }

    private static OptionalDouble difference(Scores scores, String key, double factor) {
        OptionalDouble after = scores.median(key, FOSTER);
        OptionalDouble before = scores.median(key, BEFORE);
        return after.isEmpty() || before.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(after.getAsDouble() - factor * before.getAsDouble());
    }
}
