package dev.foster.bench.soak;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** All nuisances at once, until it is closed. */
final class Load implements AutoCloseable {
    private static final int END_SECONDS = 30;

    private final ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor();
    private final Deeds deeds;

    Load(List<Nuisance.Part> parts, Deeds deeds) {
        this.deeds = deeds;
        int seed = 0;
        for (Nuisance.Part part : parts) {
            for (int each = 0; each < part.crowd(); each++) {
                var random = new Random(seed++);
                crowd.execute(() -> repeat(part, random));
            }
        }
    }

    private void repeat(Nuisance.Part part, Random random) {
        long pause = part.pause().toMillis();
        try {
            // Not all in the same moment.
            Thread.sleep(random.nextLong(pause + 1));
            while (!Thread.currentThread().isInterrupted()) {
                once(part, random);
                Thread.sleep(pause / 2 + random.nextLong(pause + 1));
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void once(Nuisance.Part part, Random random) throws InterruptedException {
        try {
            part.nuisance().act(random);
        } catch (IOException refused) {
            // A connection that was interrupted is broken, too.
            if (!Thread.currentThread().isInterrupted()) {
                deeds.count(part.name() + ": refused or cut off");
            }
        }
    }

    @Override
    public void close() {
        crowd.shutdownNow();
        try {
            if (!crowd.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("soak: some of the load did not end");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
