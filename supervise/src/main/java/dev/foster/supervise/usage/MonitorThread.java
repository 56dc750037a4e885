package dev.foster.supervise.usage;

import dev.foster.process.UsageMeter;
import dev.foster.supervise.loop.FaultBarrier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One life of the watching thread, from the first run it watches until there is none. */
final class MonitorThread {
    private static final long PERIOD = Duration.ofSeconds(1).toNanos();
    private static final long CLOSE_PERIOD = PERIOD / 2;

    /** When the first pass is made: people need not wait a second for a first figure. */
    private static final long FIRST = Duration.ofMillis(100).toNanos();

    private final BlockingQueue<Consumer<MonitorThread>> inbox = new LinkedBlockingQueue<>();
    private final List<MonitoredRun> runs = new ArrayList<>();
    private final UsageMeter meter;
    private final UsageMonitor.Listener listener;
    private final FaultBarrier barrier;
    private final UsageMonitor.News news;
    private int limited;
    private long passAt = System.nanoTime() + FIRST;
    private long closePassAt = passAt;

    MonitorThread(
            Supplier<UsageMeter> meters,
            UsageMonitor.Listener listener,
            FaultBarrier barrier,
            UsageMonitor.News news) {
        this.meter = meters.get();
        this.listener = listener;
        this.barrier = barrier;
        this.news = news;
    }

    /** Has this done by the watching thread. */
    void post(Consumer<MonitorThread> request) {
        inbox.add(request);
    }

    /** Whether nothing is left to do. */
    boolean idle() {
        return runs.isEmpty() && inbox.isEmpty();
    }

    /**
     * Watches until nothing is left to do and it may go, or its thread is interrupted. A fault with
     * one run or in one pass does not end the watching of all.
     */
    void keep(BooleanSupplier mayGo) {
        try (meter) {
            while (!idle() || !mayGo.getAsBoolean()) {
                // Passes that take long leave no moment of waiting that would notice it.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                try {
                    next();
                } catch (RuntimeException | Error fault) {
                    barrier.told("measure", fault);
                    LockSupport.parkNanos(FIRST);
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Serves who asks until a pass is due, and before it who has asked by then. */
    private void next() throws InterruptedException {
        long wait = nextAt() - System.nanoTime();
        if (wait > 0) {
            Consumer<MonitorThread> request = inbox.poll(wait, TimeUnit.NANOSECONDS);
            if (request != null) {
                serve(request);
                return;
            }
        }
        var waiting = new ArrayList<Consumer<MonitorThread>>();
        inbox.drainTo(waiting);
        waiting.forEach(this::serve);
        barrier.run("measure", this::pass);
    }

    private void serve(Consumer<MonitorThread> request) {
        barrier.run("do what is asked of the measuring", () -> request.accept(this));
    }

    /** Ends what never began. */
    void abandon() {
        meter.close();
    }

    // ---- requests ----

    void enter(MonitoredRun begun) {
        try {
            begun.enter(meter);
            runs.add(begun);
            limited += begun.limited() ? 1 : 0;
        } catch (RuntimeException | Error fault) {
            barrier.told("measure " + begun.name(), fault);
            begun.objection(fault).ifPresent(why -> news.refused(begun.name(), begun.run(), why));
        }
    }

    void leave(String name, long run) {
        for (MonitoredRun watched : runs) {
            if (watched.is(name, run)) {
                watched.leave();
                runs.remove(watched);
                limited -= watched.limited() ? 1 : 0;
                return;
            }
        }
    }

    OptionalLong proportionalBytes(String name, long run) {
        for (MonitoredRun watched : runs) {
            if (watched.is(name, run)) {
                return watched.proportionalBytes();
            }
        }
        return OptionalLong.empty();
    }

    // ---- passes ----

    private long nextAt() {
        return limited > 0 ? Math.min(passAt, closePassAt) : passAt;
    }

    private void pass() {
        long now = System.nanoTime();
        boolean whole = passAt - now <= 0;
        if (!whole && (limited == 0 || closePassAt - now > 0)) {
            return;
        }
        try {
            if (whole) {
                meter.measure();
            } else {
                meter.measureClosely();
            }
        } finally {
            passed(whole, System.nanoTime());
        }
        for (MonitoredRun watched : runs) {
            if (whole || watched.limited()) {
                barrier.run(
                        "look at what " + watched.name() + " uses",
                        () -> watched.news().ifPresent(tree -> look(watched, tree)));
            }
        }
    }

    private void passed(boolean whole, long now) {
        if (whole) {
            passAt = following(passAt, PERIOD, now);
            closePassAt = passAt - CLOSE_PERIOD;
        } else {
            closePassAt = following(closePassAt, CLOSE_PERIOD, now);
        }
    }

    /** What was missed, as when the machine slept, is not made up for. */
    private static long following(long at, long period, long now) {
        return at + period - now > 0 ? at + period : now + period;
    }

    private void look(MonitoredRun watched, UsageMeter.Tree tree) {
        watched.judged(tree)
                .ifPresent(
                        excess -> news.over(watched.name(), watched.run(), excess, watched.then()));
        listener.measured(watched.name(), watched.run(), tree);
    }
}
