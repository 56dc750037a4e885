package dev.foster.daemon.journal;

import dev.foster.control.EventView;
import dev.foster.control.thread.Heartbeat;
import dev.foster.control.thread.Pulse;
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
 * The append-only record of a project: who asked for what, what happened, and why. A thread of its
 * own writes it, so that nobody who tells something waits for the disk.
 *
 * <p>Nobody sees an event before it is written: a daemon that is killed has shown none that the
 * next one does not know, and no id is given twice. The newest are kept in memory, where they are
 * read; also those a full disk would not take.
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
    private final Heartbeat heartbeat = new Heartbeat();
    private final Thread writer;
    private final List<EventView> earlier;
    private long lastGiven;
    private long lastShown;

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
        this.lastGiven = earlier.isEmpty() ? 0 : earlier.getLast().id();
        this.lastShown = lastGiven;
        this.writer = Thread.ofPlatform().name("foster-journal").daemon().start(this::write);
    }

    /** What the daemons before this one wrote, as far as it is kept, the oldest first. */
    public List<EventView> earlier() {
        return earlier;
    }

    /**
     * Takes an event in; it is shown as soon as it is written.
     *
     * @return its id
     */
    public synchronized long add(
            Instant at,
            Optional<String> process,
            String kind,
            Optional<Long> run,
            String text,
            Optional<String> who,
            Map<String, Object> details) {
        unwritten.add(new EventView(++lastGiven, at, process, kind, run, text, who, details));
        return lastGiven;
    }

    private void write() {
        var batch = new ArrayList<EventView>();
        boolean last = false;
        try {
            while (!last) {
                EventView first = unwritten.take();
                heartbeat.take("gather what happened", () -> gather(first, batch));
                last = batch.removeIf(event -> event.id() == END.id());
                heartbeat.take("write the journal", () -> file.append(batch));
                // Also what a fault kept from the file, as with a full disk.
                heartbeat.take("show what happened", () -> show(batch));
                batch.clear();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void gather(EventView first, List<EventView> batch) {
        batch.add(first);
        unwritten.drainTo(batch);
    }

    /** How the thread is that writes. */
    public Pulse pulse() {
        return heartbeat.pulse(writer.isAlive());
    }

    private synchronized void show(List<EventView> written) {
        for (EventView event : written) {
            lastShown = event.id();
            events.addLast(event);
            if (events.size() > KEPT) {
                events.removeFirst();
            }
            followers.forEach(one -> one.tell(event));
        }
    }

    /** The newest event that can be read. */
    public synchronized long lastId() {
        return lastShown;
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
