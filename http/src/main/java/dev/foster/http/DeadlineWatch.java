package dev.foster.http;

import dev.foster.thread.Turns;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Cuts connections that let their deadline pass. A blocking channel knows no time-out of its own,
 * but closing it ends every wait on it. Sleeps while there is no connection.
 */
final class DeadlineWatch {
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<Set<HttpConnection>> connections;
    private final long period;
    private final Thread thread;
    private volatile boolean closed;

    DeadlineWatch(List<Set<HttpConnection>> connections, HttpLimits limits) {
        this.connections = connections;
        this.period = Math.clamp(limits.shortest().toNanos() / 4, SHORTEST_NANOS, LONGEST_NANOS);
        this.thread = Thread.ofVirtual().name("foster-http-watch").start(this::run);
    }

    /** There is a new connection. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            if (connections.stream().allMatch(Set::isEmpty)) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, period);
            }
            if (!Turns.take("cut connections that take too long", this::cutOverdue)) {
                LockSupport.parkNanos(this, period);
            }
        }
    }

    private void cutOverdue() {
        long now = System.nanoTime();
        for (Set<HttpConnection> some : connections) {
            for (HttpConnection connection : some) {
                if (connection.overdue(now)) {
                    // One that cannot be cut must not save those behind it.
                    Turns.take("cut a connection that takes too long", connection::cut);
                }
            }
        }
    }

    void close() {
        closed = true;
        wake();
    }
}
