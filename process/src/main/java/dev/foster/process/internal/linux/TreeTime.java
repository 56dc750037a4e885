package dev.foster.process.internal.linux;

import org.jspecify.annotations.Nullable;

/**
 * The processor time of a tree, in which that of processes that are gone must stay and must not
 * count twice.
 *
 * <p>The kernel adds the time of a process to that of its parent when the parent waits for it, to
 * the last nanosecond and also if it lived only between two passes. So each process answers for its
 * own time and for that of all it waited for. What nobody in the tree waits for (orphans, children
 * of a parent that ignores them) counts with what was last seen of it.
 *
 * <p>Which of the two happened shows in the parent: its waited time has grown by as much. As it may
 * have been read a moment before it waited, it gets until the next pass to grow; meanwhile it owes
 * the time.
 */
final class TreeTime {
    /** What the kernel rounds away of user and of system time. */
    private static final long ROUNDED = 2 * StatLine.NANOS_PER_TICK;

    private long lost;
    private long total;

    /**
     * A process is gone.
     *
     * @param heir its nearest ancestor that is left, which may have waited for it; none when it was
     *     an orphan
     */
    void gone(SeenProcess process, @Nullable SeenProcess heir) {
        if (heir == null) {
            lost += process.nanos();
        } else {
            heir.newlyGone += Math.max(0, process.nanos() - ROUNDED);
        }
    }

    /** Compares what a process waited for since the last pass with what went below it. */
    void settle(SeenProcess process) {
        long paid = Math.min(process.owedNanos, process.newlyWaited);
        lost += process.owedNanos - paid;
        process.owedNanos = Math.max(0, process.newlyGone - (process.newlyWaited - paid));
        process.newlyWaited = 0;
        process.newlyGone = 0;
    }

    /** The sum of what the processes answer for, with what is lost; it never falls. */
    long total(long ofProcesses) {
        total = Math.max(total, ofProcesses + lost);
        return total;
    }
}
