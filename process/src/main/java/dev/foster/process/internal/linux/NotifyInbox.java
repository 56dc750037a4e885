package dev.foster.process.internal.linux;

import dev.foster.process.NotifyMessage;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Datagrams on their way from the reactor to a listener: in order, one at a time, never more than a
 * few. Whoever floods the socket loses messages; nobody waits, and no memory grows.
 */
final class NotifyInbox {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");
    private static final int CAPACITY = 256;

    private final Consumer<NotifyMessage> listener;
    private final Executor executor;
    private final Queue<Datagram> waiting = new ArrayDeque<>();
    private boolean delivering;
    private boolean closed;
    private long dropped;

    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    private record Datagram(byte[] bytes, OptionalLong sender) {}

    NotifyInbox(Consumer<NotifyMessage> listener, Executor executor) {
        this.listener = listener;
        this.executor = executor;
    }

    void put(byte[] bytes, OptionalLong sender) {
        synchronized (this) {
            if (closed) {
                return;
            }
            if (waiting.size() >= CAPACITY) {
                dropped++;
                return;
            }
            waiting.add(new Datagram(bytes, sender));
            if (delivering) {
                return;
            }
            delivering = true;
        }
        executor.execute(this::deliver);
    }

    synchronized void drop() {
        dropped++;
    }

    synchronized long dropped() {
        return dropped;
    }

    synchronized void close() {
        closed = true;
        waiting.clear();
    }

    private void deliver() {
        for (Datagram next = next(); next != null; next = next()) {
            tell(next);
        }
    }

    private synchronized @Nullable Datagram next() {
        Datagram next = waiting.poll();
        delivering = next != null;
        return next;
    }

    private void tell(Datagram next) {
        try {
            NotifyMessage message = NotifyMessage.parse(next.bytes, next.sender);
            if (!message.values().isEmpty()) {
                listener.accept(message);
            }
        } catch (Throwable fault) {
            // An Error as well: nobody would ever deliver the next one.
            LOG.log(Level.WARNING, "the listener of a notify socket threw; it is called on", fault);
        }
    }
}
