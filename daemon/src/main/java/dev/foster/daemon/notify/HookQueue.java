package dev.foster.daemon.notify;

import dev.foster.supervise.spec.Limit;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The messages that wait for one hook: so many and no more, and none too often. */
final class HookQueue {
    private static final long MILLISECOND = 1_000_000;

    private final Deque<Message> waiting = new ArrayDeque<>();
    private final Flood flood;
    private final int most;
    private boolean closed;
    private long dropped;
    private long held;

    HookQueue(Limit rate, int most) {
        this.flood = new Flood(rate);
        this.most = most;
    }

    /** Takes a message in; false when there is no room for it. */
    synchronized boolean offer(Message message) {
        if (closed) {
            return true;
        }
        sumUp(flood.due(System.nanoTime()), message.sender());
        String process = message.process().orElse("");
        if (!flood.pass(process, message.event(), System.nanoTime())) {
            held++;
            // Somebody has to wake up when it is time to tell so.
            notifyAll();
            return true;
        }
        return add(message);
    }

    private boolean add(Message message) {
        if (waiting.size() >= most) {
            dropped++;
            return false;
        }
        waiting.addLast(message);
        notifyAll();
        return true;
    }

    private void sumUp(List<Flood.Held> all, Message.Sender sender) {
        for (Flood.Held one : all) {
            add(Message.summary(one.process(), one.text(), one.count(), Instant.now(), sender));
        }
    }

    /** Waits for the next message; empty when there will be none. */
    synchronized Optional<Message> next(Message.Sender sender) throws InterruptedException {
        while (true) {
            sumUp(flood.due(System.nanoTime()), sender);
            if (!waiting.isEmpty()) {
                return Optional.of(waiting.removeFirst());
            }
            if (closed) {
                return Optional.empty();
            }
            OptionalLong next = flood.next();
            if (next.isPresent()) {
                long left = next.getAsLong() - System.nanoTime();
                wait(Math.max(1, left / MILLISECOND + 1));
            } else {
                wait();
            }
        }
    }

    /** Takes no more; what waits is still given out. */
    synchronized void close(Message.Sender sender) {
        if (!closed) {
            sumUp(flood.all(), sender);
            closed = true;
            notifyAll();
        }
    }

    synchronized int size() {
        return waiting.size();
    }

    /** How many there was no room for. */
    synchronized long dropped() {
        return dropped;
    }

    /** How many were only summed up. */
    synchronized long held() {
        return held;
    }
}
