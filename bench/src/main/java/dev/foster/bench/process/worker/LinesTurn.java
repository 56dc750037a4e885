package dev.foster.bench.process.worker;

import dev.foster.bench.kernel.ProcessFigures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads the lines of several busy children at once. */
final class LinesTurn {
    private LinesTurn() {}

    static Map<String, Double> take(
            Contestant contestant, int count, Contestant.Style style, List<String> command)
            throws InterruptedException {
        double processor = ProcessFigures.OWN.processorSeconds();
        long start = System.nanoTime();
        var reading = new ArrayList<CompletableFuture<Tally>>(count);
        for (int i = 0; i < count; i++) {
            reading.add(contestant.read(command, style));
        }
        var sum = new Tally();
        for (CompletableFuture<Tally> tally : reading) {
            sum.add(Bounds.await(tally));
        }
        double wall = (System.nanoTime() - start) / 1e9;
        double used = ProcessFigures.OWN.processorSeconds() - processor;
        if (sum.lines() > 0 && sum.latestMicros() <= 0) {
            throw new IllegalStateException("cannot count lines: they carry no time");
        }
        double bytes = sum.bytes();
        // The writer's last word is how much it writes: what did not arrive is missed, whatever the
        // system says.
        double expected = count * Double.parseDouble(command.getLast());
        return Map.of(
                "bytes",
                bytes,
                "lines",
                (double) sum.lines(),
                "rate",
                bytes / 1e6 / wall,
                "cpu_per_gb",
                used / (bytes / 1e9),
                "missed",
                Math.max((double) sum.missed(), expected - bytes));
    }
}
