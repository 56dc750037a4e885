package dev.foster.daemon.operations;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.thread.Turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Tells followers how all processes stand, then what changes: nothing twice, nothing left out. To
 * those who want it, it also tells once a second what the processes use, of those that use
 * something else than before.
 */
final class ProcessFeed {
    /** Beats after which it is not relied on that somebody says who may differ. */
    private static final int ALL_EVERY = 16;

    private final List<Follower<ProcessUpdate>> followers = new ArrayList<>();
    private final List<Follower<ProcessUpdate>> usageFollowers = new ArrayList<>();
    private final Supplier<List<ProcessView>> snapshot;
    private final Function<String, Optional<ProcessView>> one;
    private final Supplier<Set<String>> restless;
    private final Duration period;

    /**
     * What all who follow the usage know; of what is not in here, they may know different things.
     */
    private final Map<String, ProcessView> told = new HashMap<>();

    /** Those that may differ from what was told. */
    private final Set<String> stirred = ConcurrentHashMap.newKeySet();

    private volatile boolean busy;
    private long beats;

    /**
     * @param one how one process stands, if there is such a one
     * @param restless those that may differ without having been said to
     * @param period from beat to beat
     */
    ProcessFeed(
            Supplier<List<ProcessView>> snapshot,
            Function<String, Optional<ProcessView>> one,
            Supplier<Set<String>> restless,
            Duration period) {
        this.snapshot = snapshot;
        this.one = one;
        this.restless = restless;
        this.period = period;
    }

    synchronized FollowHandle follow(Follower<ProcessUpdate> follower) {
        return begin(follower, new ProcessUpdate.Snapshot(snapshot.get()));
    }

    private FollowHandle begin(Follower<ProcessUpdate> follower, ProcessUpdate.Snapshot first) {
        follower.next(first);
        followers.add(follower);
        return () -> leave(follower);
    }

    synchronized FollowHandle followUsage(Follower<ProcessUpdate> follower) {
        if (!busy) {
            // From now on it is noted who stirs, also while the snapshot is taken.
            busy = true;
            Thread.ofVirtual().name("foster-usage").start(this::tellOnceASecond);
        }
        var first = new ProcessUpdate.Snapshot(snapshot.get());
        told.clear();
        if (usageFollowers.isEmpty()) {
            remember(first.processes());
        }
        usageFollowers.add(follower);
        return begin(follower, first);
    }

    private void remember(List<ProcessView> views) {
        for (ProcessView view : views) {
            told.put(view.name(), view);
            stirIfItCounts(view);
        }
    }

    /** Who will be restarted tells how long it waits, which is less each time. */
    private void stirIfItCounts(ProcessView view) {
        if (view.state() == ProcessState.RESTARTING) {
            stirred.add(view.name());
        }
    }

    /** A process may differ from what was told of it; returns at once. */
    void stirred(String name) {
        if (busy) {
            stirred.add(name);
        }
    }

    private synchronized void leave(Follower<ProcessUpdate> follower) {
        followers.remove(follower);
        usageFollowers.remove(follower);
        notifyAll();
    }

    private void tellOnceASecond() {
        try {
            while (awaitNext()) {
                Turns.take("tell what processes use", this::tellUsage);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void tellUsage() {
        if (!usageFollowers.isEmpty()) {
            var news = new ProcessUpdate.Beat(different());
            remember(news.processes());
            usageFollowers.forEach(follower -> follower.next(news));
        }
    }

    private List<ProcessView> different() {
        var different = new ArrayList<ProcessView>();
        // Looking at hundreds that mostly wait costs more than all that is said of them.
        for (ProcessView view : ++beats % ALL_EVERY == 0 || told.isEmpty() ? all() : suspects()) {
            stirIfItCounts(view);
            ProcessView before = told.get(view.name());
            if (before == null || !view.sameButOlder(before)) {
                different.add(view);
            }
        }
        return different;
    }

    private List<ProcessView> all() {
        stirred.clear();
        return snapshot.get();
    }

    private List<ProcessView> suspects() {
        stirred.addAll(restless.get());
        var views = new ArrayList<ProcessView>();
        for (String name : List.copyOf(stirred)) {
            // Before it is looked at: what happens meanwhile is for the next time.
            stirred.remove(name);
            one.apply(name).ifPresent(views::add);
        }
        return views;
    }

    /** False when nobody wants to know any more. */
    private synchronized boolean awaitNext() throws InterruptedException {
        long end = System.nanoTime() + period.toNanos();
        for (long left = period.toMillis();
                left > 0 && !usageFollowers.isEmpty();
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        busy = !usageFollowers.isEmpty();
        return busy;
    }

    // Followers only queue what they are told, so telling them under the lock keeps its order.
    synchronized void changed(Supplier<Optional<ProcessView>> view) {
        if (!followers.isEmpty()) {
            view.get().map(ProcessUpdate.Changed::new).ifPresent(this::tell);
        }
    }

    private void tell(ProcessUpdate.Changed news) {
        remember(List.of(news.process()));
        followers.forEach(follower -> follower.next(news));
    }

    synchronized void populationChanged() {
        if (!followers.isEmpty()) {
            var news = new ProcessUpdate.Snapshot(snapshot.get());
            told.clear();
            remember(news.processes());
            followers.forEach(follower -> follower.next(news));
        }
    }

    synchronized void end() {
        followers.forEach(Follower::end);
        followers.clear();
        usageFollowers.clear();
        notifyAll();
    }
}
