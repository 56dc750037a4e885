package dev.foster.daemon.api;

import dev.foster.daemon.follow.Follower;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What stands between the daemon and one client, which may be slow. */
final class ClientOutbox<T> implements Follower<T> {

    /**
     * What one call of {@link #take} brings.
     *
     * @param dropped how many items were given up in front of these
     */
    record Delivery<T>(List<T> items, long dropped, boolean ended) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition taken = lock.newCondition();
    private final Shelf<T> shelf;
    private boolean waiting;
    private boolean ended;

    ClientOutbox(Shelf<T> shelf) {
        this.shelf = shelf;
    }

    @Override
    public void next(T item) {
        lock.lock();
        try {
            while (shelf.full() && !ended) {
                taken.await();
            }
            if (!ended) {
                shelf.put(item);
                if (waiting) {
                    changed.signal();
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signal();
            taken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for items, the end, or this long. Items that came before the end come before it. */
    Delivery<T> take(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            List<T> items = shelf.take();
            waiting = true;
            for (long left = patience.toNanos(); left > 0 && items.isEmpty() && !ended; ) {
                left = changed.awaitNanos(left);
                items = shelf.take();
            }
            waiting = false;
            taken.signalAll();
            return new Delivery<>(items, shelf.takeDropped(), ended);
        } finally {
            lock.unlock();
        }
    }
}
