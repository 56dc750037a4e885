package dev.foster.supervise.watch;

import dev.foster.process.UsageMeter;
import dev.foster.supervise.rules.Event;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One life of the watching thread, from the first run it watches until there is none. */
final class Vigil {
    private static final System.Logger LOG = System.getLogger(Vigil.class.getName());
    private static final long PERIOD = Duration.ofSeconds(1).toNanos();
    private static final long CLOSE_PERIOD = PERIOD / 2;

    /** When the first pass is made: people need not wait a second for a first figure. */
    private static final long FIRST = Duration.ofMillis(100).toNanos();

    private final BlockingQueue<Consumer<Vigil>> inbox = new LinkedBlockingQueue<>();
    private final List<WatchedRun> runs = new ArrayList<>();
    private final UsageMeter meter;
    private final Watch.Listener listener;
    private final Consumer<Event> offences;
    private int limited;
    private long passAt = System.nanoTime() + FIRST;
    private long closePassAt = passAt;

    Vigil(Supplier<UsageMeter> meters, Watch.Listener listener, Consumer<Event> offences) {
        this.meter = meters.get();
        this.listener = listener;
        this.offences = offences;
    }

    /** Has this done by the watching thread. */
    void post(Consumer<Vigil> request) {
        inbox.add(request);
    }

    /** Whether nothing is left to do. */
    boolean idle() {
        return runs.isEmpty() && inbox.isEmpty();
    }

    /** Watches until nothing is left to do and it may go, or its thread is interrupted. */
    void keep(BooleanSupplier mayGo) {
        try (meter) {
            while (!idle() || !mayGo.getAsBoolean()) {
                long wait = nextAt() - System.nanoTime();
                Consumer<Vigil> request = wait <= 0 ? null : inbox.poll(wait, TimeUnit.NANOSECONDS);
                if (request != null) {
                    request.accept(this);
                } else {
                    pass();
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- requests ----

    void enter(WatchedRun begun) {
        begun.enter(meter);
        runs.add(begun);
        limited += begun.limited() ? 1 : 0;
    }

    void leave(String name, long run) {
        for (WatchedRun watched : runs) {
            if (watched.is(name, run)) {
                watched.leave();
                runs.remove(watched);
                limited -= watched.limited() ? 1 : 0;
                return;
            }
        }
    }

    OptionalLong proportionalBytes(String name, long run) {
        for (WatchedRun watched : runs) {
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
        if (whole) {
            meter.measure();
            passAt = next(passAt, PERIOD, now);
            closePassAt = passAt - CLOSE_PERIOD;
        } else if (limited > 0 && closePassAt - now <= 0) {
            meter.measureClosely();
            closePassAt = next(closePassAt, CLOSE_PERIOD, now);
        } else {
            return;
        }
        for (WatchedRun watched : runs) {
            if (whole || watched.limited()) {
                watched.figures().ifPresent(tree -> look(watched, tree));
            }
        }
    }

    /** What was missed, as when the machine slept, is not made up for. */
    private static long next(long at, long period, long now) {
        return at + period - now > 0 ? at + period : now + period;
    }

    private void look(WatchedRun watched, UsageMeter.Tree tree) {
        watched.judged(tree).ifPresent(offence -> offences.accept(watched.over(offence)));
        try {
            listener.measured(watched.name(), watched.run(), tree);
        } catch (RuntimeException fault) {
            // A listener's fault is its own: the others are watched all the same.
            LOG.log(Level.ERROR, "a listener failed", fault);
        }
    }
}
