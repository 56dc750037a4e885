package dev.foster.supervise.loop;

import dev.foster.supervise.report.ProcessState;
import dev.foster.supervise.report.Pulse;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.rules.ChildView;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Event;
import dev.foster.supervise.rules.Moment;
import dev.foster.supervise.rules.Tree;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The only writer of a {@link Tree}: takes one event at a time, or the silence until the next
 * deadline, lets the rules decide and hands their effects to the world.
 *
 * <p>Everyone else reads the states it publishes.
 */
public final class TreeLoop {
    private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();

    private final BlockingQueue<Posted> inbox = new LinkedBlockingQueue<>();
    private final Map<String, Integer> places = new ConcurrentHashMap<>();

    /** By their place, which is the order they were given in. */
    private final Map<Integer, ProcessState> states = new ConcurrentSkipListMap<>();

    private final Tree tree;
    private final Time time;
    private final World world;
    private final Watcher watcher;
    private int lastPlace;

    /** When it last began or ended a turn, of the system's clock, and whether it is in one. */
    private volatile Turn lastTurn = new Turn(System.nanoTime(), false);

    public TreeLoop(Tree tree, Time time, World world, Watcher watcher) {
        this.tree = tree;
        this.time = time;
        this.world = world;
        this.watcher = watcher;
        publish();
    }

    private record Turn(long at, boolean underWay) {}

    /** An event, and who waits until it has been dealt with. */
    private record Posted(Event event, CompletableFuture<Void> done) {}

    /**
     * Safe from any thread; never waits.
     *
     * @return completes when the states show what came of it
     */
    public CompletableFuture<Void> post(Event event) {
        var done = new CompletableFuture<Void>();
        inbox.add(new Posted(event, done));
        return done;
    }

    /** Takes the next event or a deadline that has passed; false when there is neither. */
    public boolean turn() {
        Posted posted = inbox.poll();
        if (posted == null && tree.deadline(time.nanos()) <= time.nanos()) {
            posted = silence();
        }
        if (posted == null) {
            return false;
        }
        step(posted);
        return true;
    }

    private static Posted silence() {
        return new Posted(new Event.DeadlinePassed(), new CompletableFuture<>());
    }

    /** Runs until its thread is interrupted. */
    public void run() {
        while (true) {
            try {
                step(next());
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private Posted next() throws InterruptedException {
        while (true) {
            // An event that is already there goes first: it may be what the deadline waits for.
            Posted posted = inbox.poll();
            if (posted != null) {
                return posted;
            }
            long now = time.nanos();
            long deadline = tree.deadline(now);
            if (deadline <= now) {
                return silence();
            }
            posted = inbox.poll(Math.min(deadline - now, LONGEST_WAIT), TimeUnit.NANOSECONDS);
            if (posted != null) {
                return posted;
            }
        }
    }

    /** The next deadline, for whoever commands the time. */
    public long deadline() {
        return tree.deadline(time.nanos());
    }

    private void step(Posted posted) {
        lastTurn = new Turn(System.nanoTime(), true);
        try {
            take(posted);
        } finally {
            lastTurn = new Turn(System.nanoTime(), false);
        }
    }

    private void take(Posted posted) {
        List<Effect> effects = tree.on(posted.event(), new Moment(time.nanos(), time.chance()));
        publish();
        Instant wall = time.wall();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Tell(var happening)) {
                watcher.happened(happening, wall);
            } else {
                world.perform(effect);
            }
        }
        posted.done().complete(null);
    }

    private void publish() {
        Instant wall = time.wall();
        long now = time.nanos();
        for (String name : tree.takeChanged()) {
            Optional<ChildView> view = tree.view(name);
            if (view.isEmpty()) {
                Optional.ofNullable(places.remove(name)).ifPresent(states::remove);
                watcher.removed(name);
            } else {
                int place = places.computeIfAbsent(name, _ -> lastPlace++);
                Optional<ProcessState> before = Optional.ofNullable(states.get(place));
                ProcessState state = state(view.get(), before, wall, now);
                if (before.filter(state::equals).isEmpty()) {
                    states.put(place, state);
                    watcher.changed(state);
                }
            }
        }
    }

    private static ProcessState state(
            ChildView view, Optional<ProcessState> before, Instant wall, long now) {
        Instant since =
                before.filter(old -> old.word() == view.word() && old.run() == view.run())
                        .map(ProcessState::since)
                        .orElse(wall);
        return new ProcessState(
                view.spec(),
                view.word(),
                view.wanted(),
                view.ready(),
                view.run(),
                view.pid(),
                since,
                startedAt(view, before).or(() -> at(view.startedAt(), wall, now)),
                view.restarts(),
                view.lastExit(),
                view.reason(),
                at(view.until(), wall, now));
    }

    // One run has one beginning, though the two clocks never agree to the nanosecond.
    private static Optional<Instant> startedAt(ChildView view, Optional<ProcessState> before) {
        return before.filter(old -> old.run() == view.run() && view.startedAt() != Moment.NEVER)
                .flatMap(ProcessState::startedAt);
    }

    private static Optional<Instant> at(long nanos, Instant wall, long now) {
        return nanos == Moment.NEVER ? Optional.empty() : Optional.of(wall.plusNanos(nanos - now));
    }

    /** How it is, when its thread is this one; safe from any thread. */
    public Pulse pulse(Thread thread) {
        Turn turn = lastTurn;
        Duration since = Duration.ofNanos(Math.max(0, System.nanoTime() - turn.at()));
        return new Pulse(thread.isAlive(), since, turn.underWay() ? since : Duration.ZERO);
    }

    /** How one process stands. */
    public Optional<ProcessState> state(String name) {
        return Optional.ofNullable(places.get(name)).map(states::get);
    }

    /** How all stand, in the order they were given. */
    public List<ProcessState> states() {
        return new ArrayList<>(states.values());
    }
}
