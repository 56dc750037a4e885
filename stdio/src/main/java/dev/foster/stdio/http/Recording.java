package dev.foster.stdio.http;

import dev.foster.stdio.spec.StreamLimits;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is said on one stream, in order. It never makes the speaker wait: it keeps what its reader
 * has not taken yet, and forgets the oldest when that becomes too much. With a name, it also keeps
 * what was taken, for a reader who lost it on the way.
 *
 * <p>There is one reader at a time; the next one sends the one before away, whose connection is
 * dead in all likelihood.
 */
final class Recording {
    private static final int PIECE_BYTES = 64 << 10;

    /** What an event costs besides its text. */
    private static final int EVENT_BYTES = 64;

    private static final Piece QUIET = new Piece.Quiet();
    private static final Piece OVER = new Piece.Over();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Event(long number, byte[] line) {
        int bytes() {
            return line.length + EVENT_BYTES;
        }
    }

    private final ReentrantLock lock;
    private final Condition news;
    private final Optional<Long> name;
    private final boolean general;
    private final StreamLimits limits;
    private final StreamTotals totals;
    private final Deque<Event> taken = new ArrayDeque<>(0);
    private final Deque<Event> untaken = new ArrayDeque<>(1);
    private long next = 1;
    private long bytes;
    private Optional<Answer> answer = Optional.empty();
    private boolean closed;
    private Optional<Reader> reader = Optional.empty();

    private Recording(
            ReentrantLock lock,
            Optional<Long> name,
            boolean general,
            StreamLimits limits,
            StreamTotals totals) {
        this.lock = lock;
        this.news = lock.newCondition();
        this.name = name;
        this.general = general;
        this.limits = limits;
        this.totals = totals;
    }

    /** What belongs to one request, for a client that may come back. */
    static Recording ofRequest(
            long name, ReentrantLock lock, StreamLimits limits, StreamTotals totals) {
        return new Recording(lock, Optional.of(name), false, limits, totals);
    }

    /** What belongs to no request, for a client that may come back. */
    static Recording general(
            long name, ReentrantLock lock, StreamLimits limits, StreamTotals totals) {
        return new Recording(lock, Optional.of(name), true, limits, totals);
    }

    /** One that can be read once. */
    static Recording nameless(StreamLimits limits) {
        return new Recording(
                new ReentrantLock(), Optional.empty(), false, limits, new StreamTotals());
    }

    // ---- saying ----

    void say(byte[] line) {
        lock.lock();
        try {
            if (!closed) {
                add(new Event(next++, line));
                news.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says the last thing; only the first answer counts. */
    void answer(Answer last) {
        lock.lock();
        try {
            if (!closed) {
                add(new Event(next++, last.line()));
                answer = Optional.of(last);
                closed = true;
                news.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more will be said. */
    void close() {
        lock.lock();
        try {
            closed = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(Event event) {
        untaken.add(event);
        bytes += event.bytes();
        totals.keep(event.bytes());
        // The newest stays in any case: an answer may be larger than all we would keep of others.
        while (overfull() && taken.size() + untaken.size() > 1) {
            if (!dropTaken()) {
                // Whoever reads this slowly must come back for the rest.
                reader.ifPresent(Reader::dismiss);
                totals.lose();
                dropped(untaken.removeFirst());
            }
        }
    }

    private boolean overfull() {
        return bytes > limits.bytes() || taken.size() + untaken.size() > limits.events();
    }

    /** Forgets the oldest event that a reader has taken; false if there is none. */
    boolean dropTaken() {
        if (taken.isEmpty()) {
            return false;
        }
        dropped(taken.removeFirst());
        return true;
    }

    private void dropped(Event event) {
        bytes -= event.bytes();
        totals.drop(event.bytes());
    }

    // ---- the whole ----

    /** Waits until something has been said, at most this long. */
    void awaitFirst(long nanos) throws InterruptedException {
        lock.lock();
        try {
            if (!untaken.isEmpty() || closed) {
                return;
            }
            WaitLimit.Turn turn = WaitLimit.begin(nanos, this::wake);
            try {
                while (untaken.isEmpty() && !closed && !turn.isOver()) {
                    news.await();
                }
            } finally {
                turn.end();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The answer, if nothing else has been said. */
    Optional<Answer> onlyAnswer() {
        lock.lock();
        try {
            return next == 2 ? answer : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing has been said yet. */
    boolean isSilent() {
        lock.lock();
        try {
            return next == 1 && !closed;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // The following are called with the lock held.

    long name() {
        return name.orElseThrow();
    }

    boolean isGeneral() {
        return general;
    }

    boolean isRead() {
        return reader.isPresent();
    }

    /** Whether one more event would push out one that the reader has not taken. */
    boolean isFull() {
        long untakenBytes = untaken.stream().mapToLong(Event::bytes).sum();
        return untaken.size() >= limits.events() || untakenBytes >= limits.bytes();
    }

    boolean isWholeTaken() {
        return closed && untaken.isEmpty();
    }

    /** Takes back what no reader has taken. */
    Deque<byte[]> reclaim() {
        var lines = new ArrayDeque<byte[]>();
        for (Event event : untaken) {
            lines.add(event.line());
            dropped(event);
        }
        untaken.clear();
        return lines;
    }

    void dismissReader() {
        reader.ifPresent(Reader::dismiss);
    }

    /** Forgets everything, also what no reader has taken. */
    void clear() {
        untaken.forEach(_ -> totals.lose());
        reader.ifPresent(Reader::dismiss);
        taken.forEach(this::dropped);
        taken.clear();
        untaken.forEach(this::dropped);
        untaken.clear();
    }

    // ---- reading ----

    /**
     * Reads from behind an event on.
     *
     * @param after 0 for the beginning
     */
    Reader read(long after) {
        lock.lock();
        try {
            reader.ifPresent(Reader::dismiss);
            while (!taken.isEmpty() && taken.getLast().number() > after) {
                untaken.addFirst(taken.removeLast());
            }
            var fresh = new Reader();
            reader = Optional.of(fresh);
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    /** Whether an event of this number can have been sent. */
    boolean knows(long number) {
        return number < next;
    }

    /** Who reads a recording, at the pace of one client. */
    final class Reader {
        private boolean dismissed;
        private boolean left;

        private Reader() {}

        Recording recording() {
            return Recording.this;
        }

        /** With the lock held. */
        private void dismiss() {
            dismissed = true;
            reader = Optional.empty();
            news.signalAll();
        }

        /** Stops reading; false if it had been sent away before. */
        boolean leave() {
            lock.lock();
            try {
                if (dismissed) {
                    return false;
                }
                dismiss();
                left = true;
                return true;
            } finally {
                lock.unlock();
            }
        }

        /**
         * Whoever left by himself still takes what there is when no more will come: a server that
         * closes makes all of them leave, right after it has answered them.
         */
        private boolean takesTheEnd() {
            return left && closed && reader.isEmpty();
        }

        /** Waits for more, at most this long. */
        Piece next(long nanos) throws InterruptedException {
            lock.lock();
            try {
                long left = nanos;
                while (true) {
                    if (dismissed && !takesTheEnd()) {
                        return OVER;
                    }
                    if (!untaken.isEmpty()) {
                        return take();
                    }
                    if (closed) {
                        return OVER;
                    }
                    if (left <= 0) {
                        return QUIET;
                    }
                    left = news.awaitNanos(left);
                }
            } finally {
                lock.unlock();
            }
        }

        private Piece take() {
            var events = new ByteArrayOutputStream(256);
            while (!untaken.isEmpty() && events.size() < PIECE_BYTES) {
                Event event = untaken.removeFirst();
                if (name.isPresent()) {
                    String id = new EventId(name.get(), event.number()).toString();
                    Sse.event(events, id, event.line());
                    taken.addLast(event);
                } else {
                    Sse.event(events, event.line());
                    dropped(event);
                }
            }
            return new Piece.Said(events.toByteArray(), isWholeTaken());
        }
    }

    static long forever() {
        return TimeUnit.DAYS.toNanos(10_000);
    }
}
