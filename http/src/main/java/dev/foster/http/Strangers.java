package dev.foster.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/**
 * Those who have come over TCP and whom no handler has let in yet. All listeners of this program
 * share the descriptors it may have, so strangers have one share of them, whichever listener they
 * came to: without it four listeners with room for 256 each would take all there are of a small
 * limit, and what is started for those who were let in would find none.
 *
 * <p>Over the share the one goes who has been here the longest. Each is given a moment to say who
 * it is; while nobody has had that, newcomers wait where they cost nothing, in the kernel's queue,
 * in the order in which they came.
 */
public final class Strangers {
    private static final String LIMIT = "Max open files";
    private static final int PART = 16;
    private static final int FEWEST = 16;
    private static final long CHANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Those of this program, which has one limit of descriptors. */
    static final Strangers HERE = new Strangers(share());

    private final int most;
    private final Map<HttpConnection, Long> arrivals = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param most how many may be here at once
     */
    Strangers(int most) {
        this.most = most;
    }

    /** How many connections of strangers this program has room for, by its limit of descriptors. */
    public static int share() {
        return Math.clamp(mostDescriptors() / PART, FEWEST, Integer.MAX_VALUE);
    }

    private static long mostDescriptors() {
        try {
            return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith(LIMIT))
                    .map(line -> new Scanner(line.substring(LIMIT.length())))
                    .filter(Scanner::hasNextLong)
                    .mapToLong(Scanner::nextLong)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException unknown) {
            // Another system than Linux: the limits of the listeners have to do.
            return Long.MAX_VALUE;
        }
    }

    /** Waits while all places are taken by some who have only just come; a moment at most. */
    synchronized void awaitRoom() throws InterruptedException {
        long left = waitNanos();
        for (; left > 0; left = waitNanos()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private long waitNanos() {
        return arrivals.size() < most
                ? 0
                : CHANCE_NANOS - (System.nanoTime() - arrivals.values().iterator().next());
    }

    /** One more; for it the one goes who came first, if all places are taken. */
    void add(HttpConnection connection) {
        Optional<HttpConnection> first;
        synchronized (this) {
            first = arrivals.size() < most ? Optional.empty() : removeFirst();
            arrivals.put(connection, System.nanoTime());
        }
        first.ifPresent(HttpConnection::cut);
    }

    /** It was let in, or has gone. */
    synchronized void remove(HttpConnection connection) {
        if (arrivals.remove(connection) != null) {
            notifyAll();
        }
    }

    /** Ends the one who came first, for want of descriptors; true when there was one. */
    boolean dismissOne() {
        Optional<HttpConnection> first;
        synchronized (this) {
            first = removeFirst();
        }
        first.ifPresent(HttpConnection::cut);
        return first.isPresent();
    }

    private Optional<HttpConnection> removeFirst() {
        Optional<HttpConnection> first = arrivals.keySet().stream().findFirst();
        first.ifPresent(arrivals::remove);
        return first;
    }

    synchronized int count() {
        return arrivals.size();
    }
}
