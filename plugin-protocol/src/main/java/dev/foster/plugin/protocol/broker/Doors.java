package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.multiplex.StreamServer;
import dev.foster.plugin.protocol.yamux.YamuxStream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The acceptor's half of knocking: a door for each accepted id. The peer knocks at one, hears that
 * it is expected, and the next stream goes through that door.
 *
 * <p>A knock at a door that is not there yet waits for it in silence. One at a door that is closed
 * again is refused, so that a dialler that lost its connection need not wait for nothing.
 */
final class Doors {
    /** How many knocks and closed doors are kept in mind; the oldest is forgotten. */
    private static final int MOST = 1024;

    private final Duration pending;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, StreamServer> open = new HashMap<>();
    private final Map<Integer, Long> early = atMost();
    private final Map<Integer, Long> closed = atMost();
    private final Queue<Expected> expected = new ArrayDeque<>();

    /** Whose the next stream is; not for ever, because a dialler may give up after its knock. */
    private record Expected(int id, long since) {}

    Doors(Duration pending) {
        this.pending = pending;
    }

    private static Map<Integer, Long> atMost() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Long> eldest) {
                return size() > MOST;
            }
        };
    }

    void open(int id, StreamServer server, BrokerStream line) {
        boolean knocked;
        lock.lock();
        try {
            if (open.putIfAbsent(id, server) != null) {
                throw new ProtocolException(new BrokerProblem.AlreadyAccepted(id));
            }
            closed.remove(id);
            Long since = early.remove(id);
            knocked = since != null && !old(since);
            if (knocked) {
                expect(id);
            }
        } finally {
            lock.unlock();
        }
        if (knocked) {
            line.answer(Knocks.message(id, true, ""));
        }
    }

    void close(int id, StreamServer server) {
        lock.lock();
        try {
            if (open.remove(id, server)) {
                closed.put(id, System.nanoTime());
            }
        } finally {
            lock.unlock();
        }
    }

    void knocked(int id, BrokerStream line) {
        String refusal = "";
        lock.lock();
        try {
            if (open.containsKey(id)) {
                expect(id);
            } else if (closed.containsKey(id)) {
                refusal = "no listener for id " + Integer.toUnsignedString(id);
            } else {
                early.put(id, System.nanoTime());
                return;
            }
        } finally {
            lock.unlock();
        }
        line.answer(Knocks.message(id, true, refusal));
    }

    private void expect(int id) {
        while (expected.size() >= MOST) {
            expected.remove();
        }
        expected.add(new Expected(id, System.nanoTime()));
    }

    /** Leads a stream through the door that was knocked at; false when there was no knock. */
    boolean enter(YamuxStream stream) {
        StreamServer server;
        lock.lock();
        try {
            Expected next = expected.poll();
            while (next != null && old(next.since())) {
                next = expected.poll();
            }
            if (next == null) {
                return false;
            }
            server = open.get(next.id());
        } finally {
            lock.unlock();
        }
        if (server == null) {
            stream.reset();
        } else {
            server.take(stream);
        }
        return true;
    }

    private boolean old(long since) {
        return System.nanoTime() - since > pending.toNanos();
    }
}
