package dev.foster.process;

import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One spawned process, from its start until it and its descendants are gone. */
public interface Child extends AutoCloseable {

    long pid();

    ChildSpec spec();

    Instant startedAt();

    /** True until the exit has been seen. */
    boolean alive();

    /**
     * Whether it does nothing until it is continued, as after SIGSTOP. Known a second later at
     * most; false where the system does not say.
     */
    boolean suspended();

    /**
     * Has this run each time {@link #suspended()} has changed, on the engine's executor, at least
     * once after the last change. There is one listener; on an engine that is not told by its
     * system it never runs.
     */
    void onSuspension(Runnable listener);

    /**
     * The child's standard input. Writing blocks while the child does not read; closing it tells
     * the child that nothing more will come.
     *
     * @throws IllegalStateException when the spec did not ask for {@link Stdin#PIPE}
     */
    OutputStream stdin();

    /** What the child says on standard output and standard error. */
    ChildOutput output();

    /**
     * The end of this child. It completes once everything the child wrote has been read; when a
     * descendant keeps the output open, it completes after {@link OutputLimits#holdLimit()} all the
     * same.
     *
     * <p>Callbacks run on the engine's executor, never on the thread that watches the children.
     */
    CompletableFuture<Exit> exit();

    /**
     * Whether the child said that it is ready, on the descriptor its spec gave it for that: true
     * once it has written a line there, false when it closed the descriptor or ended without one.
     * False from the start when the spec gave it none.
     */
    CompletableFuture<Boolean> readySignal();

    /** Waits for the exit. */
    Exit awaitExit() throws InterruptedException;

    /** Waits for the exit, for at most this long. */
    Optional<Exit> awaitExit(Duration limit) throws InterruptedException;

    /**
     * Sends a signal to the child's process group.
     *
     * @return false when the child was already gone
     */
    boolean signal(Signal signal);

    /** Stops the child by the plan in its spec. */
    default CompletableFuture<StopReport> stop() {
        return stop(spec().stopPlan());
    }

    /**
     * Ends the child and all its descendants: input closed, then a signal, then SIGKILL, each with
     * its time limit, then everything is reaped. Callers that ask while a stop is under way get the
     * same report; a plan that is more urgent than the one under way takes over, a less urgent one
     * changes nothing. After the child's exit, it still ends the descendants that were left behind.
     */
    CompletableFuture<StopReport> stop(StopPlan plan);

    /**
     * Has its descendants ended by the plan in its spec as soon as it has ended by itself. Nothing
     * is asked of the child, which may live as long as it likes.
     *
     * @return the same report as from {@link #stop}: when nothing is left of it
     */
    CompletableFuture<StopReport> sweep();

    /** Stops the child by its plan and waits until that is done. */
    @Override
    void close();
}
