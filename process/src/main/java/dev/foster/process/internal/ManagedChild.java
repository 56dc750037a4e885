package dev.foster.process.internal;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.process.StopReport.Took;
import dev.foster.process.internal.lifecycle.End;
import dev.foster.process.internal.lifecycle.Lifecycle;
import dev.foster.process.internal.lifecycle.LifecycleEffect;
import dev.foster.process.internal.lifecycle.LifecycleInput;
import dev.foster.process.internal.lifecycle.LifecycleRules;
import dev.foster.process.internal.output.Promise;
import dev.foster.process.internal.output.RingOutput;

import org.jspecify.annotations.Nullable;

import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * One child, the same on every engine. What it does next, {@link LifecycleRules} decide; here their
 * effects are done, and what happened is told to them.
 *
 * <p>The state is written by the loop's thread alone; other threads post requests to the loop and
 * read the few volatile results. The engine's part calls {@link #exited} once the process is gone
 * and {@link #outputEnded} once its output has been read, and provides the hooks that touch the
 * operating system. User code never runs on the loop.
 */
public abstract class ManagedChild implements Child {
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
    private volatile @Nullable Signal lastSignal;
    private volatile Runnable suspensionListener = () -> {};

    private final LifecycleLoop life;

    protected ManagedChild(ChildSpec spec, Loop loop, Executor executor) {
        this.spec = spec;
        this.loop = loop;
        this.executor = executor;
        this.exit = new Promise<>(executor);
        this.stopped = new Promise<>(executor);
        this.output = new RingOutput(spec.outputLimits(), executor);
        this.life =
                new LifecycleLoop(
                        loop,
                        "it took a step in the life of a child",
                        Lifecycle.begin(),
                        this::perform);
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
        return !(life.state() instanceof Lifecycle.Gone);
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
        return asked(() -> life.happened(new LifecycleInput.StopAsked(plan, by, inputOpen())));
    }

    @Override
    public final CompletableFuture<StopReport> sweep() {
        return asked(() -> life.happened(new LifecycleInput.SweepAsked(spec.stopPlan())));
    }

    private CompletableFuture<StopReport> asked(Runnable request) {
        if (!loop.execute(request)) {
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
    public final void close() {
        stop().join();
    }

    /** Called by the engine when the process has ended and what it wrote has been read. */
    protected final void exited(Ending how, Optional<Duration> cpuTime) {
        exited(how, cpuTime, Optional.empty());
    }

    /**
     * The same, for one that the kernel may have ended for a limit. If it is still {@link #alive}
     * afterwards, that could not be noted and must be told again.
     */
    protected final void exited(Ending how, Optional<Duration> cpuTime, Optional<Excess> forLimit) {
        life.happened(
                new LifecycleInput.Exited(
                        how,
                        cpuTime,
                        forLimit,
                        Optional.ofNullable(lastSignal),
                        spec.outputLimits().holdLimit()));
    }

    /**
     * Called by the engine when nobody can write to the output any more, before the exit or after
     * it.
     */
    protected final void outputEnded() {
        output.end();
        life.happened(new LifecycleInput.OutputEnded());
    }

    private void perform(LifecycleEffect effect) {
        switch (effect) {
            case LifecycleEffect.CloseInput _ ->
                    loop.faults().survives("it closed the input of a child", this::closeInput);
            case LifecycleEffect.NoteDescendants _ ->
                    loop.faults()
                            .survives(
                                    "it looked who descends from a child",
                                    () -> leftovers().remember());
            case LifecycleEffect.AskGroup(Signal signal) -> {
                signalGroup(signal);
                continueGroup();
            }
            case LifecycleEffect.KillGroup _ -> killGroup();
            case LifecycleEffect.LookWhetherThere _ -> {
                boolean there = stillThere();
                loop.execute(() -> life.happened(new LifecycleInput.Seen(there)));
            }
            case LifecycleEffect.OnLeftovers deed -> life.perform(deed, leftovers());
            case LifecycleEffect.TellExit(End end, boolean outputOpen) -> tell(end, outputOpen);
            case LifecycleEffect.Report(Took took, long since) -> report(took, since);
        }
    }

    private void tell(End end, boolean outputOpen) {
        var told =
                new Exit(
                        end.ending(),
                        end.asked(),
                        Instant.now(),
                        since(startedNanos),
                        end.cpu(),
                        outputOpen,
                        end.overLimit());
        result = told;
        exitSeen.countDown();
        exit.complete(told);
    }

    private void report(Took took, long since) {
        Leftovers left = leftovers();
        stopped.complete(
                new StopReport(
                        took,
                        Optional.ofNullable(result),
                        since(since),
                        left.found(),
                        left.killed()));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
