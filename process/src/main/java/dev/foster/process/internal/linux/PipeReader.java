package dev.foster.process.internal.linux;

import dev.foster.process.ChildStream;
import dev.foster.process.OutputLimits;
import dev.foster.process.internal.output.OutputRing;

import java.lang.foreign.MemorySegment;

/**
 * Our end of a child's stdout or stderr. It is read from the first byte until the last writer is
 * gone.
 */
final class PipeReader implements Reactor.Ready {
    static final int READ_SIZE = 64 * 1024;
    private static final int SMALL = 4 * 1024;
    private static final int HOT_READS = 32;
    private static final long HOT_WINDOW_NANOS = 10_000_000;
    private static final long QUIET_NANOS = 10_000_000;
    private static final int RESTING_READS = 4;
    private static final long RESTING_WINDOW_NANOS = 100_000_000;
    private static final int QUIET_RESTS = 3;
    private static final int FILLING = 32 * 1024;
    private static final int ANNOUNCE_BYTES = 64 * 1024;
    private static final long ANNOUNCE_NANOS = 1_000_000;
    // What was written before an exit fits into the pipe; more than this must come from a
    // descendant that goes on.
    private static final int DRAIN_LIMIT = 1 << 20;

    private enum State {
        WATCHED,
        RESTING,
        HOT,
        PAUSED,
        CLOSED
    }

    private final Reactor reactor;
    private final MemorySegment buffer;
    private final int fd;
    private final ChildStream stream;
    private final OutputRing ring;
    private final long rest;
    private final boolean prompt;
    private final Runnable atEnd;
    private State state = State.PAUSED;
    private int slot;
    private int smallReads;
    private long windowStart;
    private int readsOfAll;
    private long windowOfAll;
    private long restsUntil;
    private int emptyRests;
    private long lastData;
    private int unannounced;
    private long lastAnnounced;

    PipeReader(
            Reactor reactor,
            MemorySegment buffer,
            int fd,
            ChildStream stream,
            OutputRing ring,
            OutputLimits limits,
            Runnable atEnd) {
        this.reactor = reactor;
        this.buffer = buffer;
        this.fd = fd;
        this.stream = stream;
        this.ring = ring;
        this.rest = limits.rest().toNanos();
        this.prompt = limits.prompt();
        this.atEnd = atEnd;
    }

    /**
     * Begins to watch, on the thread that spawned the child; from here on everything happens on the
     * reactor's.
     */
    boolean watch(SystemCalls caller) {
        state = State.WATCHED;
        boolean watched = reactor.add(fd, SystemCalls.EPOLLIN, this, caller);
        if (!watched) {
            state = State.PAUSED;
        }
        return watched;
    }

    /** Where the kernel refuses, the pipe is looked at now and then: its child must not wait. */
    private void watchAgain() {
        if (!watch(reactor.calls())) {
            becomeHot(System.nanoTime());
        }
    }

    /** Watches no more; the descriptor is left to whoever opened it. */
    void forget() {
        leave();
        state = State.CLOSED;
    }

    @Override
    public void watched(int given) {
        slot = given;
    }

    boolean ended() {
        return state == State.CLOSED;
    }

    @Override
    public void ready(int events) {
        long length = readOnce();
        if (length > 0 && length < SMALL && state == State.WATCHED && !prompt) {
            noteSmallRead();
        }
    }

    private void noteSmallRead() {
        long now = System.nanoTime();
        if (now - windowStart > HOT_WINDOW_NANOS) {
            windowStart = now;
            smallReads = 0;
        }
        if (++smallReads >= HOT_READS) {
            reactor.remove(fd, slot);
            becomeHot(now);
        } else if (rest > 0 && isChatty(now)) {
            reactor.remove(fd, slot);
            state = State.RESTING;
            emptyRests = 0;
            restsUntil = nextMoment(now);
            reactor.resting().add(this);
        }
    }

    private void becomeHot(long now) {
        smallReads = 0;
        lastData = now;
        state = State.HOT;
        reactor.hot().add(this);
    }

    private boolean isChatty(long now) {
        if (now - windowOfAll > RESTING_WINDOW_NANOS) {
            windowOfAll = now;
            readsOfAll = 0;
        }
        return ++readsOfAll >= RESTING_READS;
    }

    /** The same for all that rest equally long. */
    private long nextMoment(long now) {
        return now - Math.floorMod(now, rest) + rest;
    }

    long restsUntil() {
        return restsUntil;
    }

    /** Reads what came while it rested. */
    void readRested(long now) {
        restsUntil = nextMoment(now);
        long length = readOnce();
        if (state != State.RESTING) {
            return;
        }
        if (length > FILLING) {
            // It would soon have to wait for us.
            reactor.resting().remove(this);
            becomeHot(now);
        } else if (length > 0) {
            emptyRests = 0;
        } else if (++emptyRests >= QUIET_RESTS) {
            reactor.resting().remove(this);
            readsOfAll = 0;
            watchAgain();
        }
    }

    /** Reads what a hot pipe holds; tells how many bytes that was. */
    int sweep(long now) {
        long length = readOnce();
        if (unannounced > 0
                && (length == 0
                        || unannounced >= ANNOUNCE_BYTES
                        || now - lastAnnounced >= ANNOUNCE_NANOS)) {
            announce();
            lastAnnounced = now;
        }
        if (length > 0) {
            lastData = now;
        } else if (state == State.HOT && now - lastData > QUIET_NANOS) {
            reactor.hot().remove(this);
            watchAgain();
        }
        return (int) Math.max(0, length);
    }

    /** After the child's exit: everything it wrote is in the pipe now. */
    void drain() {
        int total = 0;
        while (state == State.WATCHED || state == State.RESTING || state == State.HOT) {
            long length = readOnce();
            total += (int) Math.max(0, length);
            if (length <= 0 || total > DRAIN_LIMIT) {
                break;
            }
        }
        announce();
    }

    /**
     * Tells the listeners. A hot pipe does so now and then: waking them costs more than what one
     * sweep brings.
     */
    private void announce() {
        if (unannounced > 0) {
            unannounced = 0;
            ring.announce();
        }
    }

    /** One read: bytes read, 0 when the pipe is empty for now or has ended. */
    private long readOnce() {
        if (!ring.hasRoom(READ_SIZE, this::roomAgain)) {
            pause();
            return 0;
        }
        SystemCalls system = reactor.calls();
        long length = system.read(fd, buffer, READ_SIZE);
        if (length > 0) {
            ring.append(stream, buffer, (int) length);
            unannounced += (int) length;
            if (state != State.HOT) {
                announce();
            }
            return length;
        }
        if (length < 0
                && (system.errno() == SystemCalls.EAGAIN || system.errno() == SystemCalls.EINTR)) {
            return 0;
        }
        close();
        atEnd.run();
        return 0;
    }

    /** The child waits from here on: its pipe fills up, and its writes block. */
    private void pause() {
        announce();
        leave();
        state = State.PAUSED;
    }

    private void roomAgain() {
        reactor.execute(
                () -> {
                    if (state == State.PAUSED) {
                        watchAgain();
                    }
                });
    }

    private void leave() {
        if (state == State.WATCHED) {
            reactor.remove(fd, slot);
        } else if (state == State.RESTING) {
            reactor.resting().remove(this);
        } else if (state == State.HOT) {
            reactor.hot().remove(this);
        }
    }

    /** Closes our end; a descendant that still writes gets an error, as with any closed pipe. */
    void close() {
        if (state != State.CLOSED) {
            leave();
            state = State.CLOSED;
            reactor.calls().close(fd);
        }
    }
}
