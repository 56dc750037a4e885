package dev.foster.supervise.watch;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.rules.Event;
import dev.foster.supervise.spec.LimitRule;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures runs once a second, those with limits twice as often, and says when one uses too much.
 *
 * <p>One thread does all of it, and is there only while it has something to watch: who sets no
 * limits and wants no figures pays nothing.
 */
public final class Watch implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Who wants to know what was measured; the figures are good until it returns. */
    @FunctionalInterface
    public interface Listener {
        void measured(String name, long run, UsageMeter.Tree tree);
    }

    private final Supplier<UsageMeter> meters;
    private final boolean all;
    private final Listener listener;
    private final Consumer<Event> offences;
    private @Nullable Vigil vigil;
    private @Nullable Thread thread;
    private boolean closed;

    /**
     * @param meters gives the meter, which is closed when nothing is left to watch
     * @param all whether runs without limits are measured as well
     * @param offences is told of runs over their limits
     */
    public Watch(
            Supplier<UsageMeter> meters, boolean all, Listener listener, Consumer<Event> offences) {
        this.meters = meters;
        this.all = all;
        this.listener = listener;
        this.offences = offences;
    }

    /** A run has begun. */
    public synchronized void begin(String name, long run, Child child, LimitRule rule) {
        var begun = new WatchedRun(name, run, child, rule);
        if (closed || !(all || begun.limited())) {
            return;
        }
        if (vigil == null) {
            var next = new Vigil(meters, listener, offences);
            vigil = next;
            thread =
                    Thread.ofPlatform()
                            .name("foster-measure")
                            .daemon()
                            .unstarted(() -> next.keep(() -> over(next)));
            next.post(it -> it.enter(begun));
            thread.start();
        } else {
            vigil.post(it -> it.enter(begun));
        }
    }

    /** Whether the thread may end: nobody has asked for anything in the meantime. */
    private synchronized boolean over(Vigil watching) {
        boolean over = watching.idle();
        if (over) {
            vigil = null;
            thread = null;
        }
        return over;
    }

    /** A run is over. */
    public synchronized void end(String name, long run) {
        if (vigil != null) {
            vigil.post(it -> it.leave(name, run));
        }
    }

    /** What a run really holds, with shared memory counted once; empty when it is not watched. */
    public synchronized CompletableFuture<OptionalLong> proportionalBytes(String name, long run) {
        if (vigil == null || closed) {
            return CompletableFuture.completedFuture(OptionalLong.empty());
        }
        var answer = new CompletableFuture<OptionalLong>();
        vigil.post(it -> answer.complete(it.proportionalBytes(name, run)));
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
