package dev.foster.stdio.http;

import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.StreamLimits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The streams of one legacy client: one for each request that was not answered at once, and those
 * it opens to hear what belongs to no request. Each message is said on exactly one of them. What is
 * said while nobody listens waits; all that waits or is kept for a client that comes back is
 * bounded, and the oldest goes first.
 */
final class SessionStreams {
    private static final int MOST_STREAMS = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final StreamLimits limits;
    private final StreamTotals totals = new StreamTotals();
    private final Map<Long, Recording> kept = new LinkedHashMap<>();

    /** General streams that are read now, newest first. */
    private final Deque<Recording> open = new ArrayDeque<>();

    private final Map<Recording, Long> unreadSince = new HashMap<>();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private long count;
    private boolean closed;

    SessionStreams(StreamLimits limits) {
        this.limits = limits;
    }

    /** The recording of a request; it is forgotten with its answer unless it is read. */
    Recording begin() {
        lock.lock();
        try {
            return Recording.ofRequest(++count, lock, limits, totals);
        } finally {
            lock.unlock();
        }
    }

    /** Makes a request's recording a stream. */
    Recording.Reader read(Recording recording) {
        lock.lock();
        try {
            kept.put(recording.name(), recording);
            makeRoom(recording);
            return recording.read(0);
        } finally {
            lock.unlock();
        }
    }

    /** Says what belongs to one request. */
    void say(Recording recording, RpcMessage message) {
        lock.lock();
        try {
            recording.say(message.line());
            makeRoom(recording);
        } finally {
            lock.unlock();
        }
    }

    void answer(Recording recording, Answer answer) {
        lock.lock();
        try {
            recording.answer(answer);
            makeRoom(recording);
        } finally {
            lock.unlock();
        }
    }

    // ---- what belongs to no request ----

    /** Says it on the newest stream that takes it, or to the next one that comes. */
    void say(RpcMessage message) {
        lock.lock();
        try {
            if (!closed) {
                sayOrKeep(message.line());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says it only if somebody listens. */
    boolean sayNow(RpcMessage message) {
        lock.lock();
        try {
            return sayNow(message.line());
        } finally {
            lock.unlock();
        }
    }

    private void sayOrKeep(byte[] line) {
        if (!sayNow(line)) {
            keepWaiting(line);
        }
    }

    private boolean sayNow(byte[] line) {
        for (Recording recording : List.copyOf(open)) {
            if (recording.isRead() && !recording.isFull()) {
                sayWaiting(recording);
                recording.say(line);
                makeRoom(recording);
                return true;
            }
            // Its client reads too slowly or is gone: others may have what it did not take.
            open.remove(recording);
            takeBack(recording);
        }
        return false;
    }

    private void keepWaiting(byte[] line) {
        waiting.addLast(line);
        waitingBytes += line.length;
        while (waiting.size() > 1
                && (waitingBytes > limits.bytes() || waiting.size() > limits.events())) {
            waitingBytes -= waiting.removeFirst().length;
            totals.lose();
        }
    }

    private void takeBack(Recording recording) {
        recording.dismissReader();
        Deque<byte[]> lines = recording.reclaim();
        // They were said before all that waits already.
        while (!lines.isEmpty()) {
            byte[] line = lines.removeLast();
            waiting.addFirst(line);
            waitingBytes += line.length;
        }
    }

    /** A new stream for what belongs to no request. */
    Recording.Reader listen() {
        lock.lock();
        try {
            Recording recording = Recording.general(++count, lock, limits, totals);
            kept.put(recording.name(), recording);
            makeRoom(recording);
            return listenOn(recording, 0);
        } finally {
            lock.unlock();
        }
    }

    private Recording.Reader listenOn(Recording recording, long after) {
        Recording.Reader reader = recording.read(after);
        open.remove(recording);
        if (closed) {
            recording.close();
            return reader;
        }
        open.addFirst(recording);
        sayWaiting(recording);
        return reader;
    }

    private void sayWaiting(Recording recording) {
        while (!waiting.isEmpty() && !recording.isFull()) {
            byte[] line = waiting.removeFirst();
            waitingBytes -= line.length;
            recording.say(line);
        }
    }

    /** Goes on behind the event a client has seen last; empty when its stream is forgotten. */
    Optional<Recording.Reader> resume(EventId last) {
        lock.lock();
        try {
            Recording recording = kept.get(last.stream());
            if (recording == null || !recording.knows(last.number())) {
                return Optional.empty();
            }
            unreadSince.remove(recording);
            return Optional.of(
                    recording.isGeneral()
                            ? listenOn(recording, last.number())
                            : recording.read(last.number()));
        } finally {
            lock.unlock();
        }
    }

    /** A reader goes; what it did not take of general news is for others. */
    void leave(Recording.Reader reader) {
        lock.lock();
        try {
            Recording recording = reader.recording();
            if (reader.leave() && open.remove(recording)) {
                for (byte[] line : recording.reclaim()) {
                    sayOrKeep(line);
                }
            }
            makeRoom(recording);
        } finally {
            lock.unlock();
        }
    }

    // ---- bounds ----

    private void makeRoom(Recording newest) {
        if (fits()) {
            return;
        }
        for (Iterator<Recording> all = kept.values().iterator(); all.hasNext() && !fits(); ) {
            Recording recording = all.next();
            if (recording != newest && !recording.isRead() && recording.isWholeTaken()) {
                recording.clear();
                all.remove();
                unreadSince.remove(recording);
            }
        }
        for (Recording recording : kept.values()) {
            boolean more = true;
            while (more && totals.bytes() > limits.sessionBytes()) {
                more = recording.dropTaken();
            }
        }
        for (Recording recording : new ArrayList<>(kept.values())) {
            if (fits()) {
                return;
            }
            if (recording != newest && !recording.isRead()) {
                recording.clear();
                kept.remove(recording.name());
                unreadSince.remove(recording);
            }
        }
    }

    private boolean fits() {
        return totals.bytes() <= limits.sessionBytes() && kept.size() <= MOST_STREAMS;
    }

    /** Forgets streams that nobody has come back to in time. */
    void forget(long now) {
        lock.lock();
        try {
            for (Iterator<Recording> all = kept.values().iterator(); all.hasNext(); ) {
                Recording recording = all.next();
                if (recording.isRead() || !(recording.isClosed() || recording.isGeneral())) {
                    unreadSince.remove(recording);
                    continue;
                }
                Long since = unreadSince.putIfAbsent(recording, now);
                if (since != null && now - since > limits.replay().toNanos()) {
                    recording.clear();
                    all.remove();
                    unreadSince.remove(recording);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- the whole ----

    int listening() {
        lock.lock();
        try {
            return (int) kept.values().stream().filter(Recording::isRead).count();
        } finally {
            lock.unlock();
        }
    }

    long lost() {
        lock.lock();
        try {
            return totals.lost();
        } finally {
            lock.unlock();
        }
    }

    long keptBytes() {
        lock.lock();
        try {
            return totals.bytes() + waitingBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Ends every stream behind what was said on it. */
    void close() {
        lock.lock();
        try {
            closed = true;
            kept.values().forEach(Recording::close);
            open.clear();
            waiting.clear();
            waitingBytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
