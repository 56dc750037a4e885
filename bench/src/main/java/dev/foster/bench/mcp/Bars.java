package dev.foster.bench.mcp;

import dev.foster.bench.scores.Bar;

import java.util.List;

/** What the broker has to reach. */
final class Bars {
    private Bars() {}

    static List<Bar> all() {
        return List.of(
                ratio(
                        LatencyTrial.NAME,
                        LatencyTrial.ADDED,
                        0.5,
                        false,
                        "added p50 ≤ half of supergateway's, as a ratio ≤ 0.5"),
                ratio(
                        CallsTrial.NAME,
                        CallsTrial.RATE,
                        2,
                        true,
                        "calls ≥ 2 × supergateway's, as a ratio"),
                worst(MemoryTrial.PROCESSES, 1, "one process for each session"),
                worst(MemoryTrial.LEFT, 0, "no process left behind"));
    }

    private static Bar worst(String key, double limit, String says) {
        return new Bar(
                MemoryTrial.NAME,
                says,
                limit,
                false,
                scores -> scores.worst(key, Foster.NAME),
                scores -> scores.worst(key, Supergateway.NAME));
    }

    private static Bar ratio(String contest, String key, double limit, boolean least, String says) {
        return new Bar(
                contest,
                says,
                limit,
                least,
                scores -> scores.ratio(key, Foster.NAME, Supergateway.NAME),
                scores -> scores.median(key, Supergateway.NAME));
    }
}
