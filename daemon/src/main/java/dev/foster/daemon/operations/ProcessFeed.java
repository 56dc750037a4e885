package dev.foster.daemon.operations;

import dev.foster.control.ProcessNews;
import dev.foster.control.ProcessView;
import dev.foster.daemon.api.Follower;
import dev.foster.daemon.api.Subscription;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Tells followers how all processes stand, then what changes: nothing twice, nothing left out. To
 * those who want it, it also tells once a second what the processes use, of those that use
 * something else than before.
 */
final class ProcessFeed {
    private static final long PERIOD_MILLIS = 1000;

    private final List<Follower<ProcessNews>> followers = new ArrayList<>();
    private final List<Follower<ProcessNews>> usageFollowers = new ArrayList<>();
    private final Supplier<List<ProcessView>> snapshot;
    private final Function<Map<String, ProcessView>, List<ProcessView>> different;

    /**
     * What all who follow the usage know; of what is not in here, they may know different things.
     */
    private final Map<String, ProcessView> told = new HashMap<>();

    private boolean busy;

    /**
     * @param different tells of which processes there is more to say than this
     */
    ProcessFeed(
            Supplier<List<ProcessView>> snapshot,
            Function<Map<String, ProcessView>, List<ProcessView>> different) {
        this.snapshot = snapshot;
        this.different = different;
    }

    synchronized Subscription follow(Follower<ProcessNews> follower) {
        return begin(follower, new ProcessNews.Snapshot(snapshot.get()));
    }

    private Subscription begin(Follower<ProcessNews> follower, ProcessNews.Snapshot first) {
        follower.next(first);
        followers.add(follower);
        return () -> leave(follower);
    }

    synchronized Subscription followUsage(Follower<ProcessNews> follower) {
        var first = new ProcessNews.Snapshot(snapshot.get());
        told.clear();
        if (usageFollowers.isEmpty()) {
            remember(first.processes());
        }
        usageFollowers.add(follower);
        if (!busy) {
            busy = true;
            Thread.ofVirtual().name("foster-usage").start(this::tellOnceASecond);
        }
        return begin(follower, first);
    }

    private void remember(List<ProcessView> views) {
        views.forEach(view -> told.put(view.name(), view));
    }

    private synchronized void leave(Follower<ProcessNews> follower) {
        followers.remove(follower);
        usageFollowers.remove(follower);
        notifyAll();
    }

    private void tellOnceASecond() {
        try {
            while (awaitNext()) {
                tellUsage();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void tellUsage() {
        if (!usageFollowers.isEmpty()) {
            var news = new ProcessNews.Beat(different.apply(told));
            remember(news.different());
            usageFollowers.forEach(follower -> follower.next(news));
        }
    }

    /** False when nobody wants to know any more. */
    private synchronized boolean awaitNext() throws InterruptedException {
        long end = System.nanoTime() + PERIOD_MILLIS * 1_000_000;
        for (long left = PERIOD_MILLIS;
                left > 0 && !usageFollowers.isEmpty();
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        busy = !usageFollowers.isEmpty();
        return busy;
    }

    // Followers only queue what they are told, so telling them under the lock keeps its order.
    synchronized void changed(Supplier<ProcessView> view) {
        if (!followers.isEmpty()) {
            var news = new ProcessNews.Changed(view.get());
            remember(List.of(news.process()));
            followers.forEach(follower -> follower.next(news));
        }
    }

    synchronized void all() {
        if (!followers.isEmpty()) {
            var news = new ProcessNews.Snapshot(snapshot.get());
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
