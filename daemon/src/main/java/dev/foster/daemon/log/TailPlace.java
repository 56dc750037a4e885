package dev.foster.daemon.log;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds where the last so many lines of several logs begin. It goes back from the end through all
 * of them at once, and has only the times of a few lines of each in memory; the lines themselves
 * are read from there forwards, as far as somebody wants them.
 */
final class TailPlace {
    private static final int TIMES = 20_000;
    private static final int FEWEST = 16;
    private static final int MOST = 2000;

    /** The way back through one log. */
    private static final class Walk {
        private final LogBook book;
        private final int step;
        private long[] times;
        private int left;

        Walk(LogBook book, int step, long upTo) {
            this.book = book;
            this.step = step;
            this.times = book.times(step, upTo);
            this.left = times.length;
        }

        boolean ended() {
            return left == 0;
        }

        long time() {
            return times[left - 1];
        }

        void back() {
            long passed = times[--left];
            if (left == 0 && times.length == step) {
                times = book.times(step, passed - 1);
                left = times.length;
            }
        }
    }

    private TailPlace() {}

    /**
     * The time after which the last lines come, or the beginning.
     *
     * @param count how many, of all logs together
     * @param begin the time after which any line is wanted
     * @param upTo the time of the last that is wanted, or later
     */
    static long of(List<LogBook> books, int count, long begin, long upTo) {
        if (count == 0) {
            return upTo;
        }
        if (count > MOST && count >= books.stream().mapToLong(LogBook::mostLines).sum()) {
            return begin;
        }
        int step = Math.clamp(TIMES / Math.max(1, books.size()), FEWEST, MOST);
        var walks = new PriorityQueue<>(Comparator.comparingLong(Walk::time).reversed());
        for (LogBook book : books) {
            var walk = new Walk(book, Math.min(step, count), upTo);
            if (!walk.ended()) {
                walks.add(walk);
            }
        }
        for (int left = count; !walks.isEmpty(); left--) {
            Walk latest = walks.remove();
            if (latest.time() <= begin) {
                return begin;
            }
            if (left == 1) {
                return latest.time() - 1;
            }
            latest.back();
            if (!latest.ended()) {
                walks.add(latest);
            }
        }
        return begin;
    }
}
