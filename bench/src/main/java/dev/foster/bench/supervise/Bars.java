package dev.foster.bench.supervise;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/** What Foster has to reach beside other supervisors, all of it. */
final class Bars {
    private static final Bar.Value NONE = scores -> OptionalDouble.empty();
    private static final List<String> PEERS =
            List.of(Supervisord.NAME, S6.NAME, Runit.NAME, Pm2.NAME, ProcessCompose.NAME);

    private Bars() {}

    static List<Bar> all() {
        return List.of(
                new Bar(
                        RestartTrial.NAME,
                        "median in ms ≤ the fastest peer's, as a ratio ≤ 1",
                        1,
                        false,
                        Bars::ratioToFastest,
                        Bars::fastest),
                new Bar(
                        RestartTrial.NAME,
                        "p99 ≤ 10 ms beyond posix_spawn alone",
                        10,
                        false,
                        Bars::beyondSpawn,
                        scores -> scores.median(RestartTrial.MILLIS, RestartTrial.SPAWN)),
                new Bar(
                        ChildrenTrial.NAME,
                        "rate ≥ 5 × supervisord",
                        5,
                        true,
                        scores -> ratio(scores, ChildrenTrial.RATE, Supervisord.NAME),
                        scores -> scores.median(ChildrenTrial.RATE, Supervisord.NAME)),
                own(ChildrenTrial.NAME, ChildrenTrial.RESIDENT, 120, "≤ 120 MB RSS"),
                new Bar(
                        LogTrial.NAME,
                        "rate ≥ 2 × s6",
                        2,
                        true,
                        scores -> ratio(scores, LogTrial.RATE, S6.NAME),
                        scores -> scores.median(LogTrial.RATE, S6.NAME)),
                new Bar(
                        LogTrial.NAME,
                        "no line missing or torn in any round",
                        0,
                        false,
                        scores -> scores.worst(LogTrial.LOST, Foster.NAME),
                        NONE),
                own(DemoTrial.NAME, "rss", 90, "≤ 90 MB RSS"),
                own(DemoTrial.NAME, "cpu", 0.2, "≤ 0.2 % CPU"),
                own(DemoTrial.NAME, "ps", 200, "foster ps ≤ 200 ms"));
    }

    private static Bar own(String trial, String key, double limit, String says) {
        return new Bar(trial, says, limit, false, scores -> scores.median(key, Foster.NAME), NONE);
    }

    private static OptionalDouble ratio(Scores scores, String key, String peer) {
        return scores.ratio(key, Foster.NAME, peer);
    }

    private static OptionalDouble fastest(Scores scores) {
        return PEERS.stream()
                .map(peer -> scores.median(RestartTrial.MILLIS, peer))
                .flatMapToDouble(OptionalDouble::stream)
                .min();
    }

    private static OptionalDouble ratioToFastest(Scores scores) {
        return both(
                scores.median(RestartTrial.MILLIS, Foster.NAME),
                fastest(scores),
                (foster, peer) -> foster / peer);
    }

    private static OptionalDouble beyondSpawn(Scores scores) {
        return both(
                scores.tail(RestartTrial.MILLIS, Foster.NAME),
                scores.median(RestartTrial.MILLIS, RestartTrial.SPAWN),
                (foster, spawn) -> foster - spawn);
    }

    private static OptionalDouble both(
            OptionalDouble left, OptionalDouble right, DoubleBinaryOperator operator) {
        return left.isEmpty() || right.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        operator.applyAsDouble(left.getAsDouble(), right.getAsDouble()));
    }
}
