package dev.foster.bench.process.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;

/**
 * Spawns children that end at once, a number of them in flight, and counts how many are gone per
 * second.
 */
final class SpawnTurn {
    // A slow system takes its turn with fewer children instead of making the others wait.
    private static final long LIMIT = Duration.ofSeconds(1).toNanos();

    private SpawnTurn() {}

    static Map<String, Double> take(
            Contestant contestant, int count, int inFlight, List<String> command)
            throws InterruptedException {
        var flying = new ArrayDeque<Contestant.Started>(inFlight);
        long start = System.nanoTime();
        int started = 0;
        while (started < count && System.nanoTime() - start < LIMIT) {
            if (flying.size() == inFlight) {
                flying.remove().awaitGone();
            }
            flying.add(contestant.start(command));
            started++;
        }
        for (Contestant.Started child : flying) {
            child.awaitGone();
        }
        return Map.of("per_second", started / ((System.nanoTime() - start) / 1e9));
    }
}
