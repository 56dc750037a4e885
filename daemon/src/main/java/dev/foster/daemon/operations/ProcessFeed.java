package dev.foster.daemon.operations;

import dev.foster.control.ProcessNews;
import dev.foster.control.ProcessView;
import dev.foster.daemon.api.Follower;
import dev.foster.daemon.api.Subscription;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Tells followers how all processes stand, then what changes: nothing twice, nothing left out. */
final class ProcessFeed {
    private final List<Follower<ProcessNews>> followers = new ArrayList<>();
    private final Supplier<List<ProcessView>> snapshot;

    ProcessFeed(Supplier<List<ProcessView>> snapshot) {
        this.snapshot = snapshot;
    }

    synchronized Subscription follow(Follower<ProcessNews> follower) {
        follower.next(new ProcessNews.Snapshot(snapshot.get()));
        followers.add(follower);
        return () -> leave(follower);
    }

    private synchronized void leave(Follower<ProcessNews> follower) {
        followers.remove(follower);
    }

    // Followers only queue what they are told, so telling them under the lock keeps its order.
    synchronized void changed(Supplier<ProcessView> view) {
        if (!followers.isEmpty()) {
            var news = new ProcessNews.Changed(view.get());
            followers.forEach(follower -> follower.next(news));
        }
    }

    synchronized void all() {
        if (!followers.isEmpty()) {
            var news = new ProcessNews.Snapshot(snapshot.get());
            followers.forEach(follower -> follower.next(news));
        }
    }

    synchronized void end() {
        followers.forEach(Follower::end);
        followers.clear();
    }
}
