package dev.foster.process.internal.lifecycle;

import dev.foster.process.Excess;
import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import java.time.Duration;
import java.util.Optional;

/** Everything the rules can be told. */
public sealed interface LifecycleInput {

    /**
     * Somebody wants it to end, with all it started.
     *
     * @param inputOpen whether its input could still be closed
     */
    record StopAsked(StopPlan plan, Asked by, boolean inputOpen) implements LifecycleInput {}

    /** Somebody wants what it leaves behind to end, once it has ended by itself. */
    record SweepAsked(StopPlan plan) implements LifecycleInput {}

    /**
     * The process has ended.
     *
     * @param overLimit which of its limits the kernel may have ended it for
     * @param lastSignal the last that a caller sent it
     * @param hold how long its exit waits for the end of its output
     */
    record Exited(
            Ending ending,
            Optional<Duration> cpu,
            Optional<Excess> overLimit,
            Optional<Signal> lastSignal,
            Duration hold)
            implements LifecycleInput {}

    /** Nobody can write to its output any more. */
    record OutputEnded() implements LifecycleInput {}

    /** The answer to {@link LifecycleEffect.LookWhetherThere}. */
    record Seen(boolean there) implements LifecycleInput {}

    /**
     * The answer to {@link LifecycleEffect.CountLeftovers}.
     *
     * @param alive how many are known to live
     * @param undecided how many more may be its own, or may live
     */
    record Counted(int alive, int undecided) implements LifecycleInput {}

    /** Nothing came until the deadline. */
    record DeadlinePassed() implements LifecycleInput {}

    /** An effect of the last step could not be done, so that step was not taken. */
    record Failed() implements LifecycleInput {}
}
