package dev.foster.http;

import dev.foster.thread.Turns;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Begins to look out for departures a moment after it was asked to. Most requests are answered by
 * then: a reader for each of them, who also has to hand over the request that follows, would make
 * short calls several times as long.
 */
final class DisconnectWatch {
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private record Asked(ClientVisit visit, long due) {}

    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private volatile boolean closed;
    private final Thread thread =
            Thread.ofVirtual().name("foster-http-lookout").start(this::lookOut);

    void soon(ClientVisit visit) {
        asked.add(new Asked(visit, System.nanoTime() + MOMENT_NANOS));
    }

    private void lookOut() {
        try {
            while (!closed) {
                Asked next = asked.take();
                TimeUnit.NANOSECONDS.sleep(next.due() - System.nanoTime());
                Turns.take("look out for clients that leave", next.visit()::look);
            }
        } catch (InterruptedException end) {
            closed = true;
        }
        asked.clear();
    }

    void close() {
        closed = true;
        thread.interrupt();
    }
}
