package dev.foster.daemon.journal;

import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.thread.Heartbeat;
import dev.foster.thread.Pulse;

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
import java.util.concurrent.atomic.AtomicLong;

/**
 * The append-only record of a project: who asked for what, what happened, and why. A thread of its
 * own writes it, so that nobody who tells something waits for the disk.
 *
 * <p>Nobody sees an event before it is written: a daemon that is killed has shown none that the
 * next one does not know, and no id is given twice. The newest are kept in memory, where they are
 * read. Those a full disk would not take are shown all the same, and written when there is room
 * again, as far as they are still there; when the file is deleted, a new one gets all of them.
 *
 * <p>What somebody asked for is forced to the disk, all else when the file is full and in the end:
 * a power failure may take the last seconds of what happened by itself, but no word of a person,
 * and no id is given twice after it.
 */
public final class Journal implements AutoCloseable {
    private static final int KEPT = 5000;

    /** Behind a disk that hangs; more would take the memory of everybody. */
    static final int MOST_UNWRITTEN = 20_000;

    private static final EventView END = signal(Long.MAX_VALUE, "end");

    /** Something may have changed on the disk. */
    private static final EventView LOOK = signal(Long.MAX_VALUE - 1, "look");

    private final Deque<EventView> events = new ArrayDeque<>();
    private final List<Listening> followers = new ArrayList<>();
    private final LinkedBlockingQueue<EventView> unwritten = new LinkedBlockingQueue<>();

    /** Shown, and not written yet. */
    private final Deque<EventView> waiting = new ArrayDeque<>();

    private final JournalFile file;
    private final EventIds ids;
    private final Heartbeat heartbeat = new Heartbeat();
    private final Thread writer;
    private long lastGiven;
    private long lastShown;
    private final AtomicLong lost = new AtomicLong();
    private volatile Optional<String> problem = Optional.empty();

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
        events.addAll(file.read(KEPT));
        this.ids = new EventIds(path.resolveSibling("event-ids"));
        this.lastGiven = ids.highest(events.isEmpty() ? 0 : events.getLast().id());
        this.lastShown = lastGiven;
        this.writer = Thread.ofPlatform().name("foster-journal").daemon().start(this::write);
    }

    /**
     * Takes an event in; it is shown as soon as it is written.
     *
     * @return its id
     */
    public synchronized long add(JournalEntry entry) {
        long id = ++lastGiven;
        if (unwritten.size() < MOST_UNWRITTEN) {
            unwritten.add(entry.view(id));
        } else {
            lost.incrementAndGet();
        }
        return id;
    }

    private static EventView signal(long id, String kind) {
        return new EventView(
                id,
                Instant.EPOCH,
                Optional.empty(),
                kind,
                EventTone.NEUTRAL,
                Optional.empty(),
                "",
                Optional.empty(),
                Map.of());
    }

    private void write() {
        var batch = new ArrayList<EventView>();
        boolean last = false;
        try {
            while (!last) {
                EventView first = unwritten.take();
                heartbeat.take("gather what happened", () -> gather(first, batch));
                last = batch.removeIf(event -> event.id() == END.id());
                batch.removeIf(event -> event.id() == LOOK.id());
                heartbeat.take("write the journal", () -> write(batch));
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

    private void write(List<EventView> batch) {
        if (file.isLost()) {
            waiting.clear();
            waiting.addAll(kept());
        }
        waiting.addAll(batch);
        boolean asked = batch.stream().anyMatch(event -> event.who().isPresent());
        boolean written = waiting.isEmpty() || file.append(waiting, asked);
        if (written) {
            waiting.clear();
        }
        for (; waiting.size() > KEPT; lost.incrementAndGet()) {
            waiting.removeFirst();
        }
        ids.renew();
        if (!batch.isEmpty()) {
            ids.mayGoUpTo(batch.getLast().id(), written);
        }
        long missing = written ? lost.getAndSet(0) : 0;
        if (missing > 0) {
            tellOfLost(missing);
        }
        problem = file.problem().map(this::howMany).or(ids::problem);
    }

    private synchronized List<EventView> kept() {
        return List.copyOf(events);
    }

    private void tellOfLost(long count) {
        add(
                JournalEntry.of(
                        DaemonEvent.EVENTS_LOST,
                        count
                                + " events are missing in the journal's file, which could not be"
                                + " written"));
    }

    private String howMany(String why) {
        if (waiting.isEmpty()) {
            return why;
        }
        return why
                + " ("
                + waiting.size()
                + " events wait to be written"
                + (lost.get() == 0 ? ")" : ", " + lost + " more are lost)");
    }

    /** Looks whether the file is still there, and whether what waits can be written. */
    public void renew() {
        unwritten.add(LOOK);
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
        return problem;
    }

    /**
     * Events behind an id, the first of them; without one, the newest. An id that was never given
     * is one of a history that is gone: behind it are all there are.
     */
    public synchronized List<EventView> read(
            OptionalLong after, int limit, Optional<String> process) {
        long behind = after.orElse(0) > lastShown ? 0 : after.orElse(0);
        List<EventView> wanted =
                events.stream()
                        .filter(event -> event.id() > behind)
                        .filter(event -> process.isEmpty() || process.equals(event.process()))
                        .toList();
        int count = Math.min(limit, wanted.size());
        return after.isPresent()
                ? wanted.subList(0, count)
                : wanted.subList(wanted.size() - count, wanted.size());
    }

    /** The events behind an id, then every new one. */
    public synchronized FollowHandle follow(
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
        if (writer.isAlive()) {
            // The disk hangs; what it has in hand is not ours to close.
            return;
        }
        if (waiting.isEmpty() && file.force()) {
            ids.end(lastGiven);
        }
        file.close();
        ids.close();
    }
}
