package dev.foster.bench.process.worker;

import dev.foster.bench.kernel.ProcessFigures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Holds many children that do nothing. They are started and stopped twice: the first time tells
 * what they cost in a fresh JVM, whose heap has not been filled before; the second time tells how
 * fast it goes once the code is compiled.
 */
final class IdleTurn {
    private static final int WARM_UP = 50;

    private IdleTurn() {}

    static Map<String, Double> take(Contestant contestant, int count, List<String> command)
            throws InterruptedException {
        stop(start(contestant, WARM_UP, command));
        System.gc();
        double resident = ProcessFigures.OWN.residentMegabytes();
        List<Contestant.Started> children = start(contestant, count, command);
        double threads = ProcessFigures.OWN.threads();
        double grown = ProcessFigures.OWN.residentMegabytes() - resident;
        stop(children);

        long begun = System.nanoTime();
        children = start(contestant, count, command);
        long asked = System.nanoTime();
        stop(children);
        long gone = System.nanoTime();
        return Map.of(
                "start",
                (asked - begun) / 1e9,
                "stop",
                (gone - asked) / 1e9,
                "threads",
                threads,
                "rss",
                grown);
    }

    private static List<Contestant.Started> start(
            Contestant contestant, int count, List<String> command) {
        var children = new ArrayList<Contestant.Started>(count);
        for (int i = 0; i < count; i++) {
            children.add(contestant.start(command));
        }
        return children;
    }

    private static void stop(List<Contestant.Started> children) throws InterruptedException {
        var stopping = new ArrayList<CompletableFuture<?>>(children.size());
        children.forEach(child -> stopping.add(child.terminate()));
        Bounds.await(CompletableFuture.allOf(stopping.toArray(CompletableFuture<?>[]::new)));
    }
}
