package dev.foster.process.internal.output;

import dev.foster.process.OutputLimits;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How much the rings of all children hold together: a part of the heap, however many they are and
 * whatever each of them may keep. While there is enough each takes what it is allowed; when there
 * is not, each has its share, and those that have more give it back: the newest output wins, as
 * within one ring.
 *
 * <p>The heap belongs to the whole program, so there is one budget for all engines. Rings are never
 * told off: they are garbage when nobody knows their child any more, which is noticed here when it
 * matters.
 */
public final class OutputBudget {
    private static final long PAUSE_NANOS = 200_000_000;
    private static final long COLLECT_PAUSE_NANOS = 10_000_000_000L;

    static final OutputBudget OF_HEAP = new OutputBudget(OutputLimits.mostOfAll(), PAUSE_NANOS);

    private final long most;
    private final long pauseNanos;
    private final AtomicBoolean relieving = new AtomicBoolean();
    private List<WeakReference<OutputRing>> rings = new ArrayList<>();
    private volatile int count;
    private volatile long lent;
    private volatile boolean exceeded;
    private volatile boolean inVain;
    private volatile long relieveAt = System.nanoTime();
    private long recountAt = System.nanoTime();
    private long collectAt = System.nanoTime();

    /**
     * @param pauseNanos how long it rests between two looks at all rings
     */
    OutputBudget(long most, long pauseNanos) {
        this.most = most;
        this.pauseNanos = pauseNanos;
    }

    /** What each ring can have, whatever the others do. */
    int share() {
        return OutputLimits.leastOfEach(most, count);
    }

    /** Whether each has to do with its share. */
    boolean scarce() {
        return exceeded || lent > most;
    }

    /** One more ring holds something. */
    synchronized void join(OutputRing ring) {
        rings.add(new WeakReference<>(ring));
        count = rings.size();
    }

    /**
     * Lets a ring change its size, or not. Called under the ring's lock, so it takes no other.
     *
     * @param insists whether it must, as nothing of it may be forgotten
     */
    synchronized boolean resize(int from, int to, boolean insists) {
        long more = (long) to - from;
        if (more > 0 && lent + more > most) {
            recountNowAndThen();
            if (lent + more > most) {
                collectNowAndThen();
            }
        }
        boolean fits = more <= 0 || lent + more <= most;
        exceeded |= !fits;
        if (!fits && !insists && to > share()) {
            return false;
        }
        lent += more;
        return true;
    }

    private void recountNowAndThen() {
        long now = System.nanoTime();
        if (now - recountAt >= 0) {
            recountAt = now + pauseNanos;
            recount();
        }
    }

    /** Rings of children that nobody knows any more are told from others by the collector alone. */
    private void collectNowAndThen() {
        long now = System.nanoTime();
        if (now - collectAt >= 0) {
            collectAt = now + COLLECT_PAUSE_NANOS;
            System.gc();
            recount();
        }
    }

    private void recount() {
        var living = new ArrayList<WeakReference<OutputRing>>(rings.size());
        long sum = 0;
        for (WeakReference<OutputRing> one : rings) {
            OutputRing ring = one.get();
            if (ring != null) {
                living.add(one);
                sum += ring.size();
            }
        }
        rings = living;
        count = living.size();
        lent = sum;
    }

    /** Takes back what rings have beyond their share, when that is needed. Called under no lock. */
    void relieve() {
        if (!scarce() || isTooSoon() || !relieving.compareAndSet(false, true)) {
            return;
        }
        try {
            exceeded = false;
            List<OutputRing> all = living();
            int share = share();
            all.forEach(ring -> ring.shrinkTo(share));
            inVain = lent > most;
            relieveAt = System.nanoTime() + pauseNanos;
        } finally {
            relieving.set(false);
        }
    }

    // Where it brings little it is not done each time.
    private boolean isTooSoon() {
        return (inVain || lent <= most) && System.nanoTime() - relieveAt < 0;
    }

    private synchronized List<OutputRing> living() {
        recount();
        return rings.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
    }
}
