package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.wire.ConnInfo;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the peer has announced and nobody has dialled yet. An announcement serves one dial and is
 * forgotten when nobody makes it in time; a second one for the same id is dropped.
 */
final class Announcements {
    /** An honest peer announces what it was asked for; a flood is dropped. */
    private static final int MOST = 4096;

    private final Duration pending;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, Announced> waiting = new HashMap<>();
    private @Nullable ProtocolException end;

    private record Announced(ConnInfo where, long at) {}

    Announcements(Duration pending) {
        this.pending = pending;
    }

    void add(ConnInfo where) {
        lock.lock();
        try {
            forgetOld();
            if (waiting.size() < MOST) {
                waiting.putIfAbsent(where.getServiceId(), new Announced(where, System.nanoTime()));
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The announcement of this id, which is gone then; waits for it. */
    ConnInfo take(int id) throws InterruptedException {
        long left = pending.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                forgetOld();
                Announced announced = waiting.remove(id);
                if (announced != null) {
                    return announced.where();
                } else if (end != null) {
                    throw end;
                } else if (left <= 0) {
                    throw new ProtocolException(new BrokerProblem.NotAnnounced(id, pending));
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetOld() {
        long now = System.nanoTime();
        waiting.values().removeIf(announced -> now - announced.at() > pending.toNanos());
    }

    /** Frees those who wait. */
    void end(ProtocolException why) {
        lock.lock();
        try {
            end = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
