package dev.foster.bus.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One thread that reads for many connections.
 *
 * <p>Few loops rather than a virtual thread for each connection: a message then goes from one
 * socket to the next in the thread that was woken for it, where a pair of virtual threads would add
 * two hand-overs; one read buffer serves all connections of a loop, so an idle one costs almost
 * nothing; and pausing a reader or meeting a deadline needs no thread to wait.
 */
final class EventLoop {
    private static final Logger LOG = System.getLogger(EventLoop.class.getName());
    // What comes in one read goes out to a receiver in one write: its messages are a little longer.
    private static final int BUFFER = ChunkPool.CHUNK - 8 * 1024;
    private static final long NEVER = Long.MAX_VALUE;

    /** What a selection key is asked to do when its socket is ready. */
    interface Ready {
        void ready(SelectionKey key);

        /** Acts on what is due; how many nanoseconds from now something will be. */
        long tick(long now);

        /** Ends at once, with the loop. */
        void stop();
    }

    private final int index;
    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Set<Ready> members = ConcurrentHashMap.newKeySet();
    private final List<ClientConnection> touched = new ArrayList<>();
    private final TrafficCounter out = new TrafficCounter();
    private final byte[] buffer;
    private final Router router;
    private volatile boolean stopping;
    private long due = NEVER;

    EventLoop(int index, BrokerState broker) {
        this.index = index;
        // A whole command line always fits, with room for what follows it.
        buffer = new byte[BUFFER + broker.options().limits().controlLine()];
        router = new Router(broker.tree(), this);
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a selector: " + e.getMessage(), e);
        }
        thread = Thread.ofPlatform().daemon().name("bus-loop-" + index).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    int index() {
        return index;
    }

    Router router() {
        return router;
    }

    Selector selector() {
        return selector;
    }

    /** The loop's read buffer; what is in it is gone when the next connection reads. */
    byte[] buffer() {
        return buffer;
    }

    long messagesOut() {
        return out.messages();
    }

    long bytesOut() {
        return out.bytes();
    }

    /** Runs this soon in the loop's thread. */
    void execute(Runnable task) {
        tasks.add(task);
        if (!Thread.currentThread().equals(thread)) {
            selector.wakeup();
        }
    }

    void join(Ready member) {
        members.add(member);
    }

    void leave(Ready member) {
        members.remove(member);
    }

    /** Makes sure that members are asked again by then. */
    void dueBy(long instant) {
        due = due == NEVER ? instant : earlier(due, instant);
    }

    private static long earlier(long one, long two) {
        return one - two < 0 ? one : two;
    }

    /** A message lies in a receiver's buffer; it is written when this read batch is done. */
    void delivered(ClientConnection receiver, int length) {
        out.add(length);
        touch(receiver);
    }

    void touch(ClientConnection receiver) {
        if (receiver.touch(index)) {
            touched.add(receiver);
        }
    }

    /** Writes to everyone who received something since the last time. */
    void flushTouched() {
        if (touched.isEmpty()) {
            return;
        }
        out.tell();
        // By index: writing may end a connection, and that may say something to another.
        for (int at = 0; at < touched.size(); at++) {
            ClientConnection receiver = touched.get(at);
            receiver.untouch(index);
            try {
                receiver.flush();
            } catch (Throwable fault) {
                survive(fault, () -> receiver.loop().execute(receiver::stop));
            }
        }
        touched.clear();
    }

    void stop() {
        stopping = true;
        selector.wakeup();
    }

    boolean awaitEnd(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    private void run() {
        try {
            while (!stopping) {
                try {
                    turn();
                } catch (Throwable fault) {
                    survive(fault, () -> {});
                }
            }
        } finally {
            members.forEach(Ready::stop);
            closeSelector();
        }
    }

    private void turn() {
        try {
            if (tasks.isEmpty()) {
                selector.select(this::ready, patience());
            } else {
                selector.selectNow(this::ready);
            }
        } catch (IOException | ClosedSelectorException e) {
            LOG.log(Level.ERROR, "the event loop of the bus ended: " + e.getMessage(), e);
            stopping = true;
        }
        runTasks();
        tickIfDue();
    }

    /** How long to sleep, in milliseconds; 0 is forever. */
    private long patience() {
        return due == NEVER ? 0 : Math.max(1, (due - System.nanoTime()) / 1_000_000 + 1);
    }

    private void ready(SelectionKey key) {
        Ready member = (Ready) key.attachment();
        try {
            member.ready(key);
        } catch (Throwable fault) {
            survive(fault, member::stop);
        }
        flushTouched();
    }

    private void runTasks() {
        // Only those that are there now: a task that comes back at once must not keep sockets
        // waiting.
        for (int left = tasks.size(); left > 0; left--) {
            Runnable task = tasks.poll();
            if (task == null) {
                return;
            }
            try {
                task.run();
            } catch (Throwable fault) {
                survive(fault, () -> {});
            }
            flushTouched();
        }
    }

    private void tickIfDue() {
        long now = System.nanoTime();
        if (due == NEVER || due - now > 0) {
            return;
        }
        due = NEVER;
        for (Ready member : members) {
            try {
                long wait = member.tick(now);
                if (wait != NEVER) {
                    dueBy(now + wait);
                }
            } catch (Throwable fault) {
                survive(fault, member::stop);
            }
        }
        flushTouched();
    }

    /** One client's trouble, whatever it is, must not end the loop that serves the others. */
    private static void survive(Throwable fault, Runnable otherwise) {
        try {
            otherwise.run();
            LOG.log(Level.ERROR, "a connection of the bus failed: " + fault);
            LOG.log(Level.DEBUG, "so it failed", fault);
        } catch (Throwable again) {
            // No memory even for that: the deadlines of the connection end it later.
        }
    }

    private void closeSelector() {
        try {
            selector.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot close a selector", e);
        }
    }
}
