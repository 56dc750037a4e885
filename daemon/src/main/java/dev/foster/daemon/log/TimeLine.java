package dev.foster.daemon.log;

import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Gives every line of every process a time of its own, later than that of all lines before it. So a
 * line's time is also its place: whoever knows the last one he saw knows what comes next.
 *
 * <p>Lines that have their time but are not yet readable are <em>under way</em>; readers stop
 * before the first of those, or they would pass over it.
 */
final class TimeLine {
    private final TreeSet<Long> underWay = new TreeSet<>();
    private long last;
    private int waiting;
    private boolean finished;

    /** No line from now on is as early as this. */
    synchronized void begin(long nanos) {
        last = Math.max(last, nanos);
    }

    /**
     * Takes the times for so many lines.
     *
     * @param earliest when the first of them was said, in nanoseconds since 1970
     * @return the first one's time; each further line is one nanosecond later
     */
    synchronized long take(long earliest, int lines) {
        long first = Math.max(last + 1, earliest);
        last = first + lines - 1;
        underWay.add(first);
        return first;
    }

    /** The lines that were taken from this time on can be read. */
    synchronized void readable(long first) {
        if (underWay.remove(first) && waiting > 0) {
            notifyAll();
        }
    }

    /** The time up to which every line can be read. */
    synchronized long horizon() {
        return underWay.isEmpty() ? last : underWay.getFirst() - 1;
    }

    /** Waits until lines after this time can be read; false when there will be none. */
    synchronized boolean awaitBeyond(long time) throws InterruptedException {
        waiting++;
        try {
            while (horizon() <= time && !finished) {
                wait();
            }
            return horizon() > time;
        } finally {
            waiting--;
        }
    }

    /**
     * Waits until lines after this time can be read, or there will be none, or so many nanoseconds
     * have passed, or it is told to hurry.
     */
    synchronized void awaitBeyond(long time, long nanos, BooleanSupplier hurry)
            throws InterruptedException {
        long end = System.nanoTime() + nanos;
        waiting++;
        try {
            for (long left = nanos;
                    left > 0 && horizon() <= time && !finished && !hurry.getAsBoolean();
                    left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } finally {
            waiting--;
        }
    }

    /** Lets those who wait look whether they should hurry. */
    synchronized void wake() {
        notifyAll();
    }

    synchronized boolean finished() {
        return finished;
    }

    /** No line will come any more. */
    synchronized void finish() {
        finished = true;
        notifyAll();
    }
}
