package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many clients at once, each with a conversation of its own. */
final class Crowd implements AutoCloseable {
    /** How many open at a time: starting processes is not what is measured here. */
    private static final int OPENERS = 4;

    private final List<Conversation> talks = new ArrayList<>();

    private Crowd() {}

    static Crowd of(int count, Way.Opened way) throws TrialFailed {
        var crowd = new Crowd();
        List<Callable<Void>> openings = new ArrayList<>();
        for (int each = 0; each < count; each++) {
            openings.add(
                    () -> {
                        Conversation talk = way.converse();
                        synchronized (crowd.talks) {
                            crowd.talks.add(talk);
                        }
                        return null;
                    });
        }
        try {
            together(OPENERS, openings);
        } catch (TrialFailed failure) {
            crowd.close();
            throw failure;
        }
        return crowd;
    }

    /** What one of them does with its conversation. */
    interface Part<R> {
        R play(Conversation talk) throws TrialFailed;
    }

    /** All play their part at the same time; returns when all have. */
    <R> List<R> all(Part<R> part) throws TrialFailed {
        return together(
                talks.size(),
                talks.stream().map(talk -> (Callable<R>) () -> part.play(talk)).toList());
    }

    private static <R> List<R> together(int threads, List<Callable<R>> tasks) throws TrialFailed {
        try (var pool = Executors.newFixedThreadPool(threads)) {
            var results = new ArrayList<R>();
            for (Future<R> future : pool.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof TrialFailed known
                    ? known
                    : new TrialFailed("a client failed: " + failure.getCause());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
    }

    @Override
    public void close() {
        talks.forEach(Conversation::close);
    }
}
