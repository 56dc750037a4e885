package dev.foster.tui.feed;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.Following;
import dev.foster.control.TailView;
import dev.foster.tui.world.Output;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Follows the output of some processes; of which, and how closely, changes with the page. */
final class TailFeed implements AutoCloseable {
    private static final long PAUSE_MILLIS = 200;

    /**
     * Whose output, and how much of it.
     *
     * @param first how many lines it begins with
     * @param closely whether a gap is shown as one
     */
    record Demand(List<String> names, int lines, int first, boolean closely) {}

    private final ControlClient client;
    private final Known known;
    private final Predicate<String> mine;
    private final CountDownLatch closing = new CountDownLatch(1);
    private Optional<Demand> demand = Optional.empty();
    private @Nullable Following<List<TailView>> open;
    private boolean closed;

    /**
     * @param mine whether a process's output is this one's affair
     */
    TailFeed(ControlClient client, Known known, Predicate<String> mine) {
        this.client = client;
        this.known = known;
        this.mine = mine;
    }

    void begin(String name) {
        Thread.ofVirtual().name(name).start(this::run);
    }

    synchronized void want(Optional<Demand> now) {
        if (!now.equals(demand)) {
            demand = now;
            if (open != null) {
                open.close();
            }
            notifyAll();
        }
    }

    private void run() {
        try {
            while (true) {
                Optional<Demand> next = await();
                if (next.isEmpty()) {
                    return;
                }
                follow(next.get());
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Empty when it is closed. */
    private synchronized Optional<Demand> await() throws InterruptedException {
        while (demand.isEmpty() && !closed) {
            wait();
        }
        return closed ? Optional.empty() : demand;
    }

    private void follow(Demand now) throws InterruptedException {
        try (Following<List<TailView>> following =
                client.followTails(now.names(), now.lines(), now.first())) {
            if (!holds(following, now)) {
                return;
            }
            for (Optional<List<TailView>> news = following.next();
                    news.isPresent();
                    news = following.next()) {
                take(news.get(), now.closely());
            }
        } catch (ControlProblem notNow) {
            // Whoever watches the processes says when that is for good.
        }
        // One that was closed for another is followed by that at once.
        if (isOver(now)) {
            var _ = closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Whether it ended though it is still wanted. */
    private synchronized boolean isOver(Demand now) {
        open = null;
        return demand.equals(Optional.of(now));
    }

    private synchronized boolean holds(Following<List<TailView>> following, Demand now) {
        open = following;
        return !closed && demand.equals(Optional.of(now));
    }

    private void take(List<TailView> tails, boolean closely) {
        Map<String, UnaryOperator<Output>> changes = new HashMap<>();
        for (TailView tail : tails) {
            if (mine.test(tail.process())) {
                UnaryOperator<Output> before = changes.getOrDefault(tail.process(), now -> now);
                changes.put(tail.process(), now -> added(before.apply(now), tail, closely));
            }
        }
        if (!changes.isEmpty()) {
            known.outputs(changes);
        }
    }

    private static Output added(Output now, TailView tail, boolean closely) {
        if (tail.more().isPresent()) {
            return Lines.first(tail);
        }
        return closely ? Lines.read(now, tail) : Lines.glimpsed(now, tail);
    }

    @Override
    public synchronized void close() {
        closed = true;
        closing.countDown();
        if (open != null) {
            open.close();
        }
        notifyAll();
    }
}
