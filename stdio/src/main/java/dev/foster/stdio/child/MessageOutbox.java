package dev.foster.stdio.child;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.thread.Turns;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is on its way to a child. Messages leave one after the other, never mixed.
 *
 * <p>A caller writes its message itself when nobody else does and the pipe is sure to have room:
 * nothing is faster. Room is sure when the child has read nearly all it was sent, and that is known
 * from its answers: whoever answers a request has read up to there. Otherwise the message queues
 * up, and a thread that lives as long as there is a queue writes it; so a child that does not read
 * can hold that thread, but no caller. Closing its input frees the thread.
 */
final class MessageOutbox {
    // The least that a pipe takes without making the writer wait. Linux gives pipes of this size to
    // users who have many.
    private static final int SURE_ROOM = 4096;
    private static final int BATCH = 64 * 1024;

    /** What became of a message. */
    enum Fate {
        TAKEN,
        /** The child does not read, and enough waits for it already. */
        FULL,
        CLOSED,
        /** Given up before it came here. */
        WITHDRAWN
    }

    private record Item(RawJson message, Optional<Call> call) {
        /** With the line end. */
        int length() {
            return message.length() + 1;
        }
    }

    private final OutputStream input;
    private final int limit;
    private final RpcCounters counters;
    private final Consumer<List<Call>> whenRefused;

    // Guarded by this.
    private final ArrayDeque<Item> queue = new ArrayDeque<>(0);
    private long queuedBytes;
    private long sent;
    private long readAtLeast;
    private boolean writing;
    private boolean closed;

    /**
     * Makes an empty one.
     *
     * @param whenRefused told of the calls that could not be written because the child closed its
     *     input
     */
    MessageOutbox(
            OutputStream input, int limit, RpcCounters counters, Consumer<List<Call>> whenRefused) {
        this.input = input;
        this.limit = limit;
        this.counters = counters;
        this.whenRefused = whenRefused;
    }

    /** Sends a message, or queues it. */
    Fate send(RpcMessage message, Optional<Call> call) {
        var item = new Item(message.json(), call);
        boolean direct = false;
        synchronized (this) {
            if (closed) {
                return Fate.CLOSED;
            }
            if (call.isPresent() && call.get().withdrawn) {
                return Fate.WITHDRAWN;
            }
            if (!writing && sent + item.length() - readAtLeast <= SURE_ROOM) {
                direct = true;
                leaves(item);
            } else if (!queue.isEmpty() && queuedBytes + item.length() > limit) {
                return Fate.FULL;
            } else {
                queue.add(item);
                queuedBytes += item.length();
                if (writing) {
                    return Fate.TAKEN;
                }
            }
            writing = true;
        }
        if (direct) {
            write(List.of(item));
            handOver();
        } else {
            startWriter();
        }
        return Fate.TAKEN;
    }

    private void leaves(Item item) {
        sent += item.length();
        item.call.ifPresent(call -> call.sentTo = sent);
    }

    /** The child has answered this call: it has read everything up to it. */
    synchronized void answered(Call call) {
        readAtLeast = Math.max(readAtLeast, call.sentTo);
    }

    /** Takes a call back that has not been written, now or ever; false when it has been. */
    synchronized boolean withdraw(Call call) {
        if (call.sentTo > 0) {
            return false;
        }
        // It may be on its way to the queue.
        call.withdrawn = true;
        for (Item item : queue) {
            if (item.call.equals(Optional.of(call))) {
                queuedBytes -= item.length();
                queue.remove(item);
                break;
            }
        }
        return true;
    }

    /** Sends nothing more; what waits is dropped. A write under way ends with the input's end. */
    synchronized void close() {
        closed = true;
        queue.clear();
        queuedBytes = 0;
    }

    private void startWriter() {
        Thread.ofVirtual().name("foster-rpc-writer").start(this::writeQueue);
    }

    /** Callers do not write what others queued meanwhile: that might take long. */
    private void handOver() {
        synchronized (this) {
            if (queue.isEmpty()) {
                writing = false;
                return;
            }
        }
        startWriter();
    }

    private void writeQueue() {
        for (List<Item> batch = batch(); !batch.isEmpty(); batch = batch()) {
            List<Item> next = batch;
            // Were it to end here, nobody would write what is queued from now on.
            Turns.take("write to a child", () -> write(next));
        }
    }

    private synchronized List<Item> batch() {
        var batch = new ArrayList<Item>();
        int size = 0;
        while (!queue.isEmpty() && (size == 0 || size + queue.element().length() <= BATCH)) {
            Item item = queue.remove();
            queuedBytes -= item.length();
            size += item.length();
            leaves(item);
            batch.add(item);
        }
        writing = !batch.isEmpty();
        return batch;
    }

    private void write(List<Item> batch) {
        int size = batch.stream().mapToInt(Item::length).sum();
        // First: who has got an answer finds its request counted.
        counters.messagesOut.addAndGet(batch.size());
        counters.bytesOut.addAndGet(size);
        try {
            if (batch.size() == 1) {
                batch.getFirst().message.writeLine(input);
            } else {
                var joined = new ByteArrayOutputStream(size);
                for (Item item : batch) {
                    item.message.writeLine(joined);
                }
                joined.writeTo(input);
            }
        } catch (IOException refused) {
            counters.messagesOut.addAndGet(-batch.size());
            counters.bytesOut.addAndGet(-size);
            refused(batch);
        }
    }

    private void refused(List<Item> batch) {
        var calls = new ArrayList<Call>();
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            batch.forEach(item -> item.call.ifPresent(calls::add));
            queue.forEach(item -> item.call.ifPresent(calls::add));
            queue.clear();
            queuedBytes = 0;
        }
        whenRefused.accept(calls);
    }
}
