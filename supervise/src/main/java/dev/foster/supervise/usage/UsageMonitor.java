package dev.foster.supervise.usage;

import dev.foster.process.Child;
import dev.foster.process.Excess;
import dev.foster.process.ResourceLimits;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.loop.FaultBarrier;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.spec.LimitRule;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Measures runs once a second, those with limits twice as often and those that sleep more seldom,
 * and says when one uses too much.
 *
 * <p>One thread does all of it, and is there only while it has something to watch: who sets no
 * limits and wants no figures pays nothing.
 */
public final class UsageMonitor implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Who wants to know what was measured; the figures are good until it returns. */
    @FunctionalInterface
    public interface Listener {
        void measured(String name, long run, UsageMeter.Tree tree);
    }

    /** Who is told of runs that are not to go on as they do. */
    public interface News {
        /** It uses more than it may. */
        void over(String name, long run, Excess excess, LimitRule.Then then);

        /** It cannot be held to its limits. */
        void refused(String name, long run, String why);
    }

    private final Supplier<UsageMeter> meters;
    private final boolean all;
    private final Listener listener;
    private final FaultBarrier barrier;
    private final News news;
    private @Nullable MonitorThread monitoring;
    private @Nullable Thread thread;
    private boolean closed;

    /**
     * @param meters gives the meter, which is closed when nothing is left to watch
     * @param all whether runs without limits are measured as well
     * @param watcher is told of faults that were survived
     */
    public UsageMonitor(
            Supplier<UsageMeter> meters,
            boolean all,
            Listener listener,
            Watcher watcher,
            News news) {
        this.meters = meters;
        this.all = all;
        this.listener = listener;
        this.barrier = new FaultBarrier(watcher);
        this.news = news;
    }

    /**
     * A run has begun.
     *
     * @param limits what it may use, which need not be what the kernel holds it to
     * @return why it cannot be held to its limits; one that is only reported goes on unwatched
     */
    public synchronized Optional<String> begin(
            String name, long run, Child child, ResourceLimits limits, LimitRule rule) {
        var begun = new MonitoredRun(name, run, child, limits, rule);
        if (closed || !(all || begun.limited())) {
            return Optional.empty();
        }
        try {
            MonitorThread watching = monitoring == null ? start() : monitoring;
            watching.post(it -> it.enter(begun));
            return Optional.empty();
        } catch (RuntimeException | Error fault) {
            // Also OutOfMemoryError, by which a system says that it has no thread to give.
            barrier.told("measure " + name, fault);
            return begun.objection(fault);
        }
    }

    /** Begins to watch; it ends by itself only once it can ask whether it may. */
    private MonitorThread start() {
        var next = new MonitorThread(meters, listener, barrier, news);
        Thread beginning =
                Thread.ofPlatform().name("foster-measure").daemon().unstarted(() -> keep(next));
        try {
            beginning.start();
        } catch (RuntimeException | Error fault) {
            next.abandon();
            throw fault;
        }
        monitoring = next;
        thread = beginning;
        return next;
    }

    private void keep(MonitorThread watching) {
        try {
            watching.keep(() -> over(watching));
        } finally {
            forget(watching);
        }
    }

    /** However it ended, the next run begins another. */
    private synchronized void forget(MonitorThread ended) {
        if (monitoring == ended) {
            monitoring = null;
            thread = null;
        }
    }

    /** Whether the thread may end: nobody has asked for anything in the meantime. */
    private synchronized boolean over(MonitorThread watching) {
        boolean over = watching.idle();
        if (over) {
            forget(watching);
        }
        return over;
    }

    /** A run is over. */
    public synchronized void end(String name, long run) {
        if (monitoring != null) {
            monitoring.post(it -> it.leave(name, run));
        }
    }

    /** What a run really holds, with shared memory counted once; empty when it is not watched. */
    public synchronized CompletableFuture<OptionalLong> proportionalBytes(String name, long run) {
        if (monitoring == null || closed) {
            return CompletableFuture.completedFuture(OptionalLong.empty());
        }
        var answer = new CompletableFuture<OptionalLong>();
        monitoring.post(
                it -> {
                    try {
                        answer.complete(it.proportionalBytes(name, run));
                    } finally {
                        // After a fault nobody else would answer.
                        answer.complete(OptionalLong.empty());
                    }
                });
        return answer;
    }

    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        if (ending != null) {
            ending.interrupt();
            try {
                ending.join(PATIENCE);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
