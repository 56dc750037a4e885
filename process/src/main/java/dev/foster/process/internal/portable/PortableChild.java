package dev.foster.process.internal.portable;

import dev.foster.process.ChildSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.Stdin;
import dev.foster.process.internal.Leftovers;
import dev.foster.process.internal.ManagedChild;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** A child of the portable engine: a {@link Process} and a thread for each of its streams. */
final class PortableChild extends ManagedChild {
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final PortableEngine engine;
    private final Process process;
    private final int guardianPlace;
    private final Optional<PortableInput> input;
    private final @Nullable OutputThread out;
    private final @Nullable OutputThread err;
    private final PortableLeftovers leftovers;
    private final Set<Signal> sent = ConcurrentHashMap.newKeySet();

    // Written by the loop's thread only.
    private boolean suspensionTold;

    PortableChild(
            PortableEngine engine,
            ChildSpec spec,
            Process process,
            String cookie,
            int guardianPlace,
            Executor executor) {
        super(spec, engine.loop(), executor);
        this.engine = engine;
        this.process = process;
        this.guardianPlace = guardianPlace;
        this.leftovers = new PortableLeftovers(process.toHandle(), cookie, engine.loop(), executor);
        this.input =
                spec.stdin() == Stdin.PIPE
                        ? Optional.of(
                                new PortableInput(
                                        process.getOutputStream(),
                                        spec.command().getFirst(),
                                        executor))
                        : Optional.empty();
        this.out =
                switch (spec.outputMode()) {
                    case APART, MERGED ->
                            new OutputThread(
                                    process.getInputStream(),
                                    ChildStream.STDOUT,
                                    output.ring(),
                                    engine.loop().faults(),
                                    this::streamEnded);
                    case INHERIT, DISCARD -> null;
                };
        this.err =
                switch (spec.outputMode()) {
                    case APART ->
                            new OutputThread(
                                    process.getErrorStream(),
                                    ChildStream.STDERR,
                                    output.ring(),
                                    engine.loop().faults(),
                                    this::streamEnded);
                    case MERGED, INHERIT, DISCARD -> null;
                };
    }

    void watch() {
        if (out != null) {
            out.start(pid());
        }
        if (err != null) {
            err.start(pid());
        }
        if (out == null && err == null) {
            streamEnded();
        }
        var _ = process.onExit().thenRun(() -> loop.execute(this::processEnded));
    }

    private void processEnded() {
        engine.ended(this);
        exited(ending(process.exitValue()), Optional.empty());
    }

    /** The JDK shows a signal as an exit code above 128; only one that we sent is told apart. */
    private Ending ending(int code) {
        return sent.stream()
                .filter(signal -> code == 128 + signal.number())
                .findFirst()
                .<Ending>map(signal -> new Ending.Killed(signal, false))
                .orElseGet(() -> new Ending.Code(code));
    }

    private void streamEnded() {
        if ((out == null || out.ended()) && (err == null || err.ended())) {
            // First: one that is finished is not looked after when the engine closes.
            loop.execute(this::outputEnded);
            engine.finished(this);
        }
    }

    /** The engine is closing: a listener that makes the child wait is not waited for any longer. */
    void abandonOutput() {
        if (out != null) {
            out.abandon();
        }
        if (err != null) {
            err.abandon();
        }
        loop.execute(this::outputEnded);
    }

    @Override
    public long pid() {
        return process.pid();
    }

    int guardianPlace() {
        return guardianPlace;
    }

    @Override
    protected Optional<PortableInput> input() {
        return input;
    }

    /** There are no groups here: the child and all that is below it get the signal one by one. */
    @Override
    protected boolean signalGroup(Signal signal) {
        if (!process.isAlive()) {
            return false;
        }
        sent.add(signal);
        var below = process.descendants().toList();
        boolean reached = Signals.send(process.toHandle(), signal);
        below.forEach(descendant -> Signals.send(descendant, signal));
        return reached;
    }

    /**
     * On another thread: it takes a process to send this signal, and the loop must not wait for
     * one.
     */
    @Override
    protected void continueGroup() {
        executor.execute(
                () -> {
                    if (CookieSearch.mayBeStopped(pid())) {
                        signalGroup(Signal.CONT);
                    }
                });
    }

    @Override
    public boolean suspended() {
        return CookieSearch.isStopped(pid()) && alive();
    }

    @Override
    public void onSuspension(Runnable listener) {
        super.onSuspension(listener);
        loop.execute(this::lookWhetherSuspended);
    }

    /** Nobody tells, so it is looked at now and then. */
    private void lookWhetherSuspended() {
        if (!CookieSearch.hasStates() || !alive()) {
            return;
        }
        boolean now = suspended();
        if (now != suspensionTold) {
            suspensionTold = now;
            suspensionChanged();
        }
        loop.at(System.nanoTime() + LOOK_NANOS, this::lookWhetherSuspended);
    }

    @Override
    protected boolean stillThere() {
        // The JDK may not have collected it yet.
        return process.isAlive() && !CookieSearch.ended(pid());
    }

    /**
     * No child here has the descriptor: {@link BuilderStart} refuses to start one that wants it.
     */
    @Override
    public CompletableFuture<Boolean> readySignal() {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    protected Leftovers leftovers() {
        return leftovers;
    }
}
