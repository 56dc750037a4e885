package dev.foster.stdio.http;

import dev.foster.stdio.spec.FrontLimits;
import dev.foster.thread.Turns;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs a front's sweep again and again: one timer for all sessions, asleep while there is none. */
final class Sweeper implements AutoCloseable {
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final McpSessions sessions;
    private final long period;
    private final Thread thread;
    private volatile boolean closed;

    Sweeper(McpSessions sessions, FrontLimits limits) {
        this.sessions = sessions;
        this.period =
                Math.min(
                        period(limits.idle()),
                        Math.min(period(limits.ping()), period(limits.age())));
        this.thread = Thread.ofVirtual().name("foster-mcp-sweep").start(this::run);
    }

    private static long period(Duration limit) {
        return limit.isZero()
                ? LONGEST_NANOS
                : Math.clamp(limit.toNanos() / 4, SHORTEST_NANOS, LONGEST_NANOS);
    }

    /** There is a session. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            if (sessions.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, period);
            }
            Turns.take("look after MCP sessions", sessions::sweep);
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
    }
}
