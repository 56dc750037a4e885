package dev.foster.stdio.child;

import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A child's standard error as lines. Standard output comes through the same buffer, so this must
 * never make it wait: lines queue up for the listener, and when it is slow the oldest go.
 */
final class ErrorLines {
    private static final System.Logger LOG = System.getLogger("dev.foster.stdio");
    private static final int LONGEST = 8 * 1024;
    private static final int QUEUED_LINES = 1000;
    private static final int QUEUED_CHARS = 256 * 1024;
    private static final int LAST_LINES = 20;
    private static final int LAST_LENGTH = 1000;
    private static final byte[] EMPTY = new byte[0];

    private final RpcListener listener;
    private final RpcCounters counters;

    // Touched only by the thread that reads the child.
    private byte[] carry = EMPTY;
    private int carried;

    private volatile Optional<Thread> teller = Optional.empty();

    // Guarded by this.
    private final ArrayDeque<String> queue = new ArrayDeque<>(0);
    private int queuedChars;
    private long missed;
    private boolean telling;
    private CompletableFuture<Void> told = CompletableFuture.completedFuture(null);
    private final ArrayDeque<String> last = new ArrayDeque<>(0);

    ErrorLines(RpcListener listener, RpcCounters counters) {
        this.listener = listener;
        this.counters = counters;
    }

    void take(byte[] bytes) {
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                if (carried == 0 && i - start <= LONGEST) {
                    line(bytes, start, i);
                } else {
                    keep(bytes, start, i);
                    finish();
                }
                start = i + 1;
            }
        }
        keep(bytes, start, bytes.length);
        tell();
    }

    void end() {
        if (carried > 0) {
            finish();
            tell();
        }
    }

    /** Adds to the line that is not finished; one that gets too long goes in pieces. */
    private void keep(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (carried == LONGEST) {
                finish();
            }
            int part = Math.min(to - at, LONGEST - carried);
            if (carried + part > carry.length) {
                carry = Arrays.copyOf(carry, Math.min(LONGEST, 2 * (carried + part)));
            }
            System.arraycopy(bytes, at, carry, carried, part);
            carried += part;
            at += part;
        }
    }

    private void finish() {
        line(carry, 0, carried);
        carry = EMPTY;
        carried = 0;
    }

    private void line(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length > 0 && bytes[to - 1] == '\r') {
            length--;
        }
        String line = new String(bytes, from, length, StandardCharsets.UTF_8);
        synchronized (this) {
            queue.add(line);
            queuedChars += line.length();
            while (queue.size() > QUEUED_LINES || queuedChars > QUEUED_CHARS) {
                queuedChars -= queue.remove().length();
                missed++;
                counters.logLinesMissed.incrementAndGet();
            }
            last.add(line.length() > LAST_LENGTH ? line.substring(0, LAST_LENGTH) + "…" : line);
            if (last.size() > LAST_LINES) {
                last.remove();
            }
        }
    }

    private void tell() {
        synchronized (this) {
            if (telling || queue.isEmpty()) {
                return;
            }
            telling = true;
            told = new CompletableFuture<>();
        }
        Thread.ofVirtual().name("foster-rpc-log").start(this::tellAll);
    }

    private void tellAll() {
        teller = Optional.of(Thread.currentThread());
        CompletableFuture<Void> all;
        while (true) {
            List<String> lines;
            long gap;
            synchronized (this) {
                if (queue.isEmpty()) {
                    telling = false;
                    all = told;
                    break;
                }
                lines = new ArrayList<>(queue);
                queue.clear();
                queuedChars = 0;
                gap = missed;
                missed = 0;
            }
            tell(lines, gap);
        }
        all.complete(null);
    }

    private void tell(List<String> lines, long gap) {
        try {
            if (gap > 0) {
                listener.logMissed(gap);
            }
            for (String line : lines) {
                listener.log(line);
            }
        } catch (RuntimeException thrown) {
            LOG.log(
                    Level.WARNING,
                    "cannot tell a line of standard error: the listener threw",
                    thrown);
        }
    }

    /** Whether the calling thread is just telling the listener lines. */
    boolean isBusyWithCaller() {
        return teller.filter(Thread.currentThread()::equals).isPresent();
    }

    /** Completes when the listener has been told every line there is now. */
    synchronized CompletableFuture<Void> told() {
        return told;
    }

    synchronized List<String> last() {
        return List.copyOf(last);
    }
}
