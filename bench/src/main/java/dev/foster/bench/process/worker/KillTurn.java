package dev.foster.bench.process.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Kills sleeping children one by one and measures how long it takes until the exit is known to the
 * caller.
 */
final class KillTurn {
    private static final int BATCH = 50;
    private static final long SETTLE_MILLIS = 50;
    // A slow system takes its turn with fewer samples instead of making the others wait.
    private static final long LIMIT = Duration.ofSeconds(2).toNanos();

    private KillTurn() {}

    static Map<String, Double> take(Contestant contestant, int samples, List<String> command)
            throws InterruptedException {
        var micros = new ArrayList<Double>(samples);
        long start = System.nanoTime();
        while (micros.size() < samples && System.nanoTime() - start < LIMIT) {
            List<Contestant.Started> batch =
                    startBatch(contestant, Math.min(BATCH, samples - micros.size()), command);
            for (Contestant.Started child : batch) {
                if (System.nanoTime() - start < LIMIT) {
                    micros.add(killed(child));
                }
            }
            end(batch);
        }
        Collections.sort(micros);
        return Map.of(
                "p50", micros.get(micros.size() / 2),
                "p99", micros.get((int) (micros.size() * 0.99)),
                "samples", (double) micros.size());
    }

    private static double killed(Contestant.Started child) throws InterruptedException {
        long asked = System.nanoTime();
        child.kill();
        child.awaitExit();
        return (System.nanoTime() - asked) / 1e3;
    }

    private static void end(List<Contestant.Started> batch) throws InterruptedException {
        batch.forEach(Contestant.Started::kill);
        for (Contestant.Started child : batch) {
            child.awaitExit();
        }
    }

    private static List<Contestant.Started> startBatch(
            Contestant contestant, int count, List<String> command) throws InterruptedException {
        var batch = new ArrayList<Contestant.Started>(count);
        for (int i = 0; i < count; i++) {
            batch.add(contestant.start(command));
        }
        // A kill shall meet a sleeper, not a program that is still loading; nothing can be waited
        // for here.
        Thread.sleep(SETTLE_MILLIS);
        return batch;
    }
}
