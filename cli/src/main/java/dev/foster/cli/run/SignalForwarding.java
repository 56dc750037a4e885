package dev.foster.cli.run;

import dev.foster.cli.ReceivedSignals;
import dev.foster.process.Child;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Hands the signals that reach us on to the command's group. SIGTERM means more: it stops the
 * command by its plan, so it is killed when it does not end within its grace. SIGINT, SIGHUP and
 * SIGTERM also end the restarting.
 */
final class SignalForwarding {
    // SIGQUIT and those of faults belong to the JVM and cannot be had.
    private static final List<Signal> SIGNALS =
            List.of(
                    Signal.TERM,
                    Signal.INT,
                    Signal.HUP,
                    Signal.USR1,
                    Signal.USR2,
                    Signal.WINCH,
                    Signal.CONT);

    private final StopPlan plan;
    private final CountDownLatch endAsked = new CountDownLatch(1);
    private final Queue<Signal> early = new ArrayDeque<>();
    private @Nullable Child child;

    private SignalForwarding(StopPlan plan) {
        this.plan = plan;
    }

    static SignalForwarding install(StopPlan plan) {
        var forwarding = new SignalForwarding(plan);
        ReceivedSignals.handle(SIGNALS, forwarding::received);
        return forwarding;
    }

    private void received(Signal signal) {
        if (signal.equals(Signal.TERM) || signal.equals(Signal.INT) || signal.equals(Signal.HUP)) {
            endAsked.countDown();
        }
        Child now;
        synchronized (this) {
            now = child;
            if (now == null) {
                early.add(signal);
                return;
            }
        }
        deliver(now, signal);
    }

    private void deliver(Child to, Signal signal) {
        if (signal.equals(Signal.TERM)) {
            var _ = to.stop(plan);
        } else if (signal.equals(Signal.CONT) && to.spec().session().wantsTerminal()) {
            // It is continued with the terminal, once that has been handed over; earlier it would
            // only stop again.
            return;
        } else {
            to.signal(signal);
        }
    }

    /** From now on signals go to this child; those that came before it go first. */
    void attach(Child next) {
        List<Signal> waiting;
        synchronized (this) {
            child = next;
            waiting = List.copyOf(early);
            early.clear();
        }
        waiting.forEach(signal -> deliver(next, signal));
    }

    boolean endAsked() {
        return endAsked.getCount() == 0;
    }

    /** Waits between two runs; true when a signal ended the wait. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        if (endAsked.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            return true;
        }
        synchronized (this) {
            // What comes from now on is for the next child; nobody else would end that.
            child = null;
        }
        return endAsked();
    }
}
