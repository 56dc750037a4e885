package dev.foster.daemon.journal;

import dev.foster.control.EventView;
import dev.foster.daemon.api.Follower;
import dev.foster.daemon.api.Subscription;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The append-only record of a project: who asked for what, what happened, and why. The newest
 * events are also kept in memory, where they are read; a thread of its own writes them, so that
 * nobody who tells something waits for the disk.
 */
public final class Journal implements AutoCloseable {
    private static final int KEPT = 5000;
    private static final EventView END =
            new EventView(
                    Long.MAX_VALUE,
                    Instant.EPOCH,
                    Optional.empty(),
                    "end",
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    Map.of());

    private final Deque<EventView> events = new ArrayDeque<>();
    private final List<Listening> followers = new ArrayList<>();
    private final LinkedBlockingQueue<EventView> unwritten = new LinkedBlockingQueue<>();
    private final JournalFile file;
    private final Thread writer;
    private final List<EventView> earlier;
    private long lastId;

    private record Listening(Optional<String> process, Follower<EventView> follower) {
        void tell(EventView event) {
            if (process.isEmpty() || process.equals(event.process())) {
                follower.next(event);
            }
        }
    }

    /** Opens it, or begins it; what was written before a crash is there. */
    public Journal(Path path) {
        this(path, JournalFile.FULL);
    }

    Journal(Path path, long full) {
        this.file = new JournalFile(path, full);
        this.earlier = file.read(KEPT);
        events.addAll(earlier);
        this.lastId = earlier.isEmpty() ? 0 : earlier.getLast().id();
        this.writer = Thread.ofPlatform().name("foster-journal").daemon().start(this::write);
    }

    /** What the daemons before this one wrote, as far as it is kept, the oldest first. */
    public List<EventView> earlier() {
        return earlier;
    }

    /** Adds an event; its id and place are its own from here on. */
    public synchronized EventView add(
            Instant at,
            Optional<String> process,
            String kind,
            Optional<Long> run,
            String text,
            Optional<String> who,
            Map<String, Object> details) {
        var event = new EventView(++lastId, at, process, kind, run, text, who, details);
        events.addLast(event);
        if (events.size() > KEPT) {
            events.removeFirst();
        }
        unwritten.add(event);
        followers.forEach(one -> one.tell(event));
        return event;
    }

    private void write() {
        try {
            while (true) {
                EventView event = unwritten.take();
                if (event.id() == END.id()) {
                    return;
                }
                file.append(event);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    public synchronized long lastId() {
        return lastId;
    }

    /** Why it cannot be written, when it cannot. */
    public Optional<String> problem() {
        return file.problem();
    }

    /** Events behind an id, the first of them; without one, the newest. */
    public synchronized List<EventView> read(
            OptionalLong after, int limit, Optional<String> process) {
        List<EventView> wanted =
                events.stream()
                        .filter(event -> event.id() > after.orElse(0))
                        .filter(event -> process.isEmpty() || process.equals(event.process()))
                        .toList();
        int count = Math.min(limit, wanted.size());
        return after.isPresent()
                ? wanted.subList(0, count)
                : wanted.subList(wanted.size() - count, wanted.size());
    }

    /** The events behind an id, then every new one. */
    public synchronized Subscription follow(
            long after, Optional<String> process, Follower<EventView> follower) {
        read(OptionalLong.of(after), KEPT, process).forEach(follower::next);
        var listening = new Listening(process, follower);
        followers.add(listening);
        return () -> leave(listening);
    }

    private synchronized void leave(Listening listening) {
        followers.remove(listening);
    }

    /** Writes what is left to write, and tells the followers that there will be nothing more. */
    @Override
    public void close() {
        unwritten.add(END);
        try {
            writer.join(5000);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            followers.forEach(one -> one.follower().end());
            followers.clear();
        }
        file.close();
    }
}
