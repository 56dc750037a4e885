package dev.foster.process.internal;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.process.StopReport.Took;
import dev.foster.process.internal.output.Promise;
import dev.foster.process.internal.output.RingOutput;

import org.jspecify.annotations.Nullable;

import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The life of one child, the same on every engine: running, perhaps being stopped, gone, reported.
 *
 * <p>All of its state is written by the loop's thread alone; other threads post requests to the
 * loop and read the few volatile results. The engine's part calls {@link #exited} once the process
 * is gone and {@link #outputEnded} once its output has been read, and provides the hooks that touch
 * the operating system. User code never runs on the loop.
 */
public abstract class ManagedChild implements Child {
    private static final long FIRST_LOOK_NANOS = 2_000_000;
    private static final long LAST_LOOK_NANOS = 50_000_000;

    /** Whether something is left may stay unclear; no stop waits for that for ever. */
    private static final long LONGEST_DOUBT_NANOS = 10_000_000_000L;

    private static final Set<Signal> ENDING_SIGNALS =
            Set.of(Signal.TERM, Signal.INT, Signal.HUP, Signal.QUIT);

    protected final Loop loop;
    protected final RingOutput output;
    private final ChildSpec spec;
    protected final Executor executor;
    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();

    private final CountDownLatch exitSeen = new CountDownLatch(1);
    private final Promise<Exit> exit;
    private final Promise<StopReport> stopped;
    private volatile @Nullable Exit result;
    private volatile boolean gone;
    private volatile boolean sweeps;
    private volatile @Nullable Signal lastSignal;
    private volatile Runnable suspensionListener = () -> {};

    // Written by the loop's thread only.
    private @Nullable Ending ending;
    private Optional<Duration> cpu = Optional.empty();
    private Optional<String> overLimit = Optional.empty();
    private @Nullable StopTimes times;
    private Asked asked = Asked.NOBODY;
    private Took took = Took.ALREADY_GONE;
    private long stopAskedNanos;
    private long lookAgainNanos = FIRST_LOOK_NANOS;
    private boolean leftoversKilled;
    private boolean leftoversGone;
    private boolean outputEnded;
    private boolean reported;
    private boolean stopDone;
    private Loop.@Nullable Timer stopTimer;
    private Loop.@Nullable Timer holdTimer;

    protected ManagedChild(ChildSpec spec, Loop loop, Executor executor) {
        this.spec = spec;
        this.loop = loop;
        this.executor = executor;
        this.exit = new Promise<>(executor);
        this.stopped = new Promise<>(executor);
        this.output = new RingOutput(spec.outputLimits(), executor);
    }

    /** The child's input, when it has a pipe. */
    protected abstract Optional<? extends ChildInput> input();

    /** Sends a signal to the group of a process that has not been reaped; false when it has. */
    protected abstract boolean signalGroup(Signal signal);

    /** Wakes a suspended group: it could not act on the polite signal otherwise. */
    protected void continueGroup() {
        signalGroup(Signal.CONT);
    }

    /** The forceful end of those who were asked. */
    protected void killGroup() {
        signalGroup(Signal.KILL);
    }

    /** Asked before a child is reported as stuck. */
    protected boolean stillThere() {
        return true;
    }

    protected abstract Leftovers leftovers();

    @Override
    public final ChildSpec spec() {
        return spec;
    }

    @Override
    public final Instant startedAt() {
        return startedAt;
    }

    @Override
    public final boolean alive() {
        return !gone;
    }

    @Override
    public void onSuspension(Runnable listener) {
        suspensionListener = listener;
        if (suspended()) {
            listener.run();
        }
    }

    /** Told by the loop. */
    protected final void suspensionChanged() {
        executor.execute(() -> suspensionListener.run());
    }

    @Override
    public final RingOutput output() {
        return output;
    }

    @Override
    public final OutputStream stdin() {
        return input().orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "cannot write to "
                                                + spec.command().getFirst()
                                                + ": it has no input pipe; ask for Stdin.PIPE"));
    }

    private boolean inputOpen() {
        return input().map(ChildInput::isOpen).orElse(false);
    }

    private void closeInput() {
        input().ifPresent(ChildInput::close);
    }

    @Override
    public final CompletableFuture<Exit> exit() {
        return exit.future();
    }

    @Override
    public final Exit awaitExit() throws InterruptedException {
        exitSeen.await();
        return seen();
    }

    @Override
    public final Optional<Exit> awaitExit(Duration limit) throws InterruptedException {
        return exitSeen.await(limit.toNanos(), TimeUnit.NANOSECONDS)
                ? Optional.of(seen())
                : Optional.empty();
    }

    private Exit seen() {
        Exit seen = result;
        if (seen == null) {
            throw new IllegalStateException("the exit is announced before it is known");
        }
        return seen;
    }

    @Override
    public final boolean signal(Signal signal) {
        lastSignal = signal;
        return signalGroup(signal);
    }

    @Override
    public final CompletableFuture<StopReport> stop(StopPlan plan) {
        return stop(plan, Asked.STOP);
    }

    public final CompletableFuture<StopReport> stop(StopPlan plan, Asked by) {
        if (!loop.execute(() -> stopAsked(plan, by))) {
            // The engine is closed: what it could end is gone, and only the report is left to give.
            Optional<Exit> told = Optional.ofNullable(result);
            stopped.complete(
                    new StopReport(
                            told.isPresent() ? Took.ALREADY_GONE : Took.STUCK,
                            told,
                            Duration.ZERO,
                            0,
                            0));
        }
        return stopped.future();
    }

    @Override
    public final CompletableFuture<StopReport> sweep() {
        sweeps = true;
        // Either the loop sees the wish when the child ends, or we see here that it has ended.
        return gone ? stop(spec.stopPlan()) : stopped.future();
    }

    @Override
    public final void close() {
        stop().join();
    }

    private void stopAsked(StopPlan plan, Asked by) {
        long now = System.nanoTime();
        // The first request closes the input; those that follow must not take that for a reason to
        // hurry.
        boolean waitsForEof = ending == null && (times == null ? inputOpen() : took == Took.EOF);
        StopTimes wanted = StopTimes.of(plan, now, waitsForEof);
        if (times == null) {
            stopAskedNanos = now;
            times = wanted;
            if (ending == null) {
                asked = by;
                took = Took.EOF;
                if (wanted.terminateAt() > now) {
                    remember();
                }
                closeInput();
            } else {
                times = wanted.leftoversFrom(now);
            }
        } else {
            times = times.sooner(wanted);
        }
        advanceStop();
    }

    private void remember() {
        loop.faults().survives("it looked who descends from a child", leftovers()::remember);
    }

    private void advanceStop() {
        stopStep(this::takeDueSteps);
    }

    /** A step that fails is taken again: a stop must come to its end, whatever happens. */
    private void stopStep(Runnable step) {
        if (!loop.faults().survives("it stopped a child", step)) {
            cancel(stopTimer);
            StopTimes due = times;
            long now = System.nanoTime();
            if (due != null && now - due.stuckAt() > LONGEST_DOUBT_NANOS) {
                finishStop(stuck());
            } else {
                stopTimer = loop.at(now + LAST_LOOK_NANOS, this::advanceStop);
            }
        }
    }

    /** Takes every step that is due, then sleeps until the next. */
    private void takeDueSteps() {
        cancel(stopTimer);
        StopTimes due = times;
        if (due == null || stopDone) {
            return;
        }
        if (ending != null) {
            endLeftovers();
            return;
        }
        long now = System.nanoTime();
        if (now < due.terminateAt()) {
            stopTimer = loop.at(due.terminateAt(), this::advanceStop);
        } else if (now < due.killAt()) {
            if (took == Took.EOF) {
                remember();
                signalGroup(due.signal());
                continueGroup();
                took = Took.TERMINATE;
            }
            stopTimer = loop.at(due.killAt(), this::advanceStop);
        } else if (took != Took.KILL) {
            remember();
            killGroup();
            took = Took.KILL;
            times = due.killedAt(now);
            stopTimer = loop.at(times.stuckAt(), this::advanceStop);
        } else if (now < due.stuckAt()) {
            stopTimer = loop.at(due.stuckAt(), this::advanceStop);
        } else if (stillThere()) {
            leftovers().killAll();
            finishStop(stuck());
        } else {
            // It is gone, and the news is on its way to us.
            stopTimer = loop.at(now + LAST_LOOK_NANOS, this::advanceStop);
        }
    }

    private StopReport stuck() {
        Leftovers left = leftovers();
        return new StopReport(
                Took.STUCK,
                Optional.ofNullable(result),
                since(stopAskedNanos),
                left.found(),
                left.killed());
    }

    /** Called by the engine when the process has ended and what it wrote has been read. */
    protected final void exited(Ending how, Optional<Duration> cpuTime) {
        exited(how, cpuTime, Optional.empty());
    }

    /** The same, for one that the kernel may have ended for a limit. */
    protected final void exited(Ending how, Optional<Duration> cpuTime, Optional<String> forLimit) {
        gone = true;
        // One that is being stopped was killed by us, whatever else happened to it before.
        overLimit = asked == Asked.NOBODY ? forLimit : Optional.empty();
        ending = how;
        cpu = cpuTime;
        loop.faults().survives("it closed the input of a child that is gone", this::closeInput);
        long now = System.nanoTime();
        StopTimes due = times;
        if (due == null && sweeps) {
            stopAskedNanos = now;
            due = StopTimes.of(spec.stopPlan(), now, false);
        }
        if (due != null) {
            times = due.leftoversFrom(now);
            advanceStop();
        }
        if (outputEnded) {
            report(false);
        } else {
            long limit = now + spec.outputLimits().holdLimit().toNanos();
            holdTimer = loop.at(limit, () -> report(true));
        }
    }

    /**
     * Called by the engine when nobody can write to the output any more, before the exit or after
     * it.
     */
    protected final void outputEnded() {
        outputEnded = true;
        output.end();
        report(false);
    }

    private void report(boolean outputOpen) {
        Ending how = ending;
        if (reported || how == null) {
            return;
        }
        reported = true;
        cancel(holdTimer);
        var told =
                new Exit(
                        how,
                        whoAsked(how),
                        Instant.now(),
                        since(startedNanos),
                        cpu,
                        outputOpen,
                        overLimit);
        result = told;
        exitSeen.countDown();
        exit.complete(told);
        if (leftoversGone) {
            finishStop(told);
        }
    }

    private Asked whoAsked(Ending how) {
        Signal sent = lastSignal;
        if (asked != Asked.NOBODY || sent == null) {
            return asked;
        }
        boolean bySignal =
                switch (how) {
                    case Ending.Killed(Signal signal, boolean _) -> signal.equals(sent);
                    case Ending.Code _ -> ENDING_SIGNALS.contains(sent);
                    case Ending.Unknown _ -> true;
                };
        return bySignal ? Asked.SIGNAL : Asked.NOBODY;
    }

    private void endLeftovers() {
        leftovers().count(alive -> stopStep(() -> leftoversCounted(alive)));
    }

    private void leftoversCounted(int alive) {
        StopTimes due = times;
        if (due == null || leftoversGone || stopDone) {
            return;
        }
        long now = System.nanoTime();
        // A count may come late: none is given up that was not killed.
        boolean givenUp =
                now >= due.stuckAt()
                        && (leftoversKilled || now - due.stuckAt() > LONGEST_DOUBT_NANOS);
        if (alive == 0 || givenUp) {
            leftoversGone = true;
            Exit told = result;
            if (told != null) {
                finishStop(told);
            }
            return;
        }
        if (now >= due.killAt()) {
            leftoversKilled |= leftovers().killAll();
        } else {
            leftovers().killAskedSince(due.grace());
            leftovers().ask(due.signal());
        }
        long next = now + lookAgainNanos;
        lookAgainNanos = Math.min(LAST_LOOK_NANOS, lookAgainNanos * 2);
        if (now < due.killAt()) {
            next = Math.min(next, due.killAt());
        }
        cancel(stopTimer);
        stopTimer = loop.at(next, this::endLeftovers);
    }

    private void finishStop(Exit told) {
        Leftovers left = leftovers();
        finishStop(
                new StopReport(
                        took,
                        Optional.of(told),
                        since(stopAskedNanos),
                        left.found(),
                        left.killed()));
    }

    private void finishStop(StopReport report) {
        if (stopDone) {
            return;
        }
        stopDone = true;
        cancel(stopTimer);
        stopped.complete(report);
    }

    private static void cancel(Loop.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
