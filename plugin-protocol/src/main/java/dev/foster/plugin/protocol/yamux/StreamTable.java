package dev.foster.plugin.protocol.yamux;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The streams of a session: those that live, those to be accepted, and how many more may come. */
final class StreamTable {
    private final YamuxSession session;
    private final YamuxOptions options;
    private final boolean client;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, YamuxStream> live = new HashMap<>();
    private final ArrayDeque<YamuxStream> waiting = new ArrayDeque<>();
    private int nextId;
    private int unacknowledged;
    private boolean exhausted;
    private @Nullable YamuxException refusal;
    private @Nullable YamuxException end;

    StreamTable(YamuxSession session, YamuxOptions options, boolean client) {
        this.session = session;
        this.options = options;
        this.client = client;
        nextId = client ? 1 : 2;
    }

    /** A new stream of ours; waits while too many are unaccepted at the peer. */
    YamuxStream open() throws YamuxException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (unacknowledged >= options.acceptBacklog() && end == null && refusal == null) {
                changed.await();
            }
            if (end != null) {
                throw cannotOpen(end);
            } else if (refusal != null) {
                throw cannotOpen(refusal);
            } else if (exhausted) {
                throw cannotOpen(new YamuxException("the session has used up its stream ids"));
            }
            var stream = new YamuxStream(session, nextId, true);
            live.put(nextId, stream);
            nextId += 2;
            exhausted = nextId >= 0 && nextId <= 2;
            unacknowledged++;
            return stream;
        } finally {
            lock.unlock();
        }
    }

    private static YamuxException cannotOpen(YamuxException why) {
        return new YamuxException("cannot open a stream: " + why.getMessage(), why);
    }

    /** The peer wants this stream: whether it gets it. */
    boolean offered(int id) throws YamuxException {
        boolean odd = (id & 1) == 1;
        if (id == 0 || odd == client) {
            throw new YamuxException(
                    "the peer opened stream "
                            + Integer.toUnsignedString(id)
                            + ", which is not one of its own ids");
        }
        lock.lock();
        try {
            if (live.containsKey(id)) {
                throw new YamuxException(
                        "the peer opened stream " + Integer.toUnsignedString(id) + " twice");
            }
            if (end != null
                    || waiting.size() >= options.acceptBacklog()
                    || live.size() >= options.maximumStreams()) {
                return false;
            }
            var stream = new YamuxStream(session, id, false);
            live.put(id, stream);
            waiting.add(stream);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The longest-waiting stream of the peer. */
    YamuxStream accept() throws YamuxException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && end == null) {
                changed.await();
            }
            if (end != null) {
                throw new YamuxException("cannot accept a stream: " + end.getMessage(), end);
            }
            return waiting.remove();
        } finally {
            lock.unlock();
        }
    }

    @Nullable YamuxStream find(int id) {
        lock.lock();
        try {
            return live.get(id);
        } finally {
            lock.unlock();
        }
    }

    void acknowledged(YamuxStream stream) {
        if (stream.state().acknowledge()) {
            lock.lock();
            try {
                unacknowledged--;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** This stream is closed on both sides, or reset. */
    void forget(YamuxStream stream) {
        lock.lock();
        try {
            live.remove(stream.id(), stream);
            // One that was reset or closed before anybody accepted it is of no use to anybody,
            // except that a closed one may still hold data.
            if (stream.state().failed()) {
                waiting.remove(stream);
            }
        } finally {
            lock.unlock();
        }
        // A stream that ends without having been accepted frees its place among the unaccepted.
        acknowledged(stream);
    }

    /** The peer wants no more streams. */
    void refuse(YamuxException why) {
        lock.lock();
        try {
            refusal = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<YamuxStream> all() {
        lock.lock();
        try {
            return List.copyOf(live.values());
        } finally {
            lock.unlock();
        }
    }

    /** Ends them all. */
    void end(YamuxException why) {
        List<YamuxStream> ended;
        lock.lock();
        try {
            end = why;
            ended = List.copyOf(live.values());
            live.clear();
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        ended.forEach(stream -> stream.fail(why));
    }
}
