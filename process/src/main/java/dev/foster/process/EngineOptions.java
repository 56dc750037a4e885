package dev.foster.process;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * How an engine is started.
 *
 * @param kind which implementation to use
 * @param whenKilled what happens to the children when this JVM dies without closing the engine
 * @param orphans which processes that lost their parent are ended when the engine closes
 * @param executor runs subscribers and the callbacks of futures; virtual threads when absent
 * @param descriptorReserve how many descriptors a start leaves free for the rest of this program;
 *     one that would take them is refused. Never more than a quarter of what this process may have
 * @param descriptorsOwed how many more this program will open for what it has begun already, such
 *     as for logs: a start leaves them free as well
 * @param faultListener is told, on the executor, what failed inside the engine and was survived; it
 *     is logged in any case
 */
public record EngineOptions(
        Kind kind,
        WhenKilled whenKilled,
        Orphans orphans,
        Optional<Executor> executor,
        int descriptorReserve,
        IntSupplier descriptorsOwed,
        Consumer<EngineFault> faultListener) {

    private static final int SMALL_RESERVE = 32;

    /** Which implementation spawns the children. */
    public enum Kind {
        /**
         * The Linux engine where the kernel and the C library offer what it needs, else the
         * portable one.
         */
        BEST,
        LINUX,
        PORTABLE
    }

    /** The fate of the children of an engine whose JVM was killed. */
    public enum WhenKilled {
        /** A guardian process kills them and everything they started. */
        KILL_CHILDREN,
        /** They live on, with nobody to answer for them. */
        LEAVE_CHILDREN
    }

    /** Processes below this JVM whose parent has ended, and whom nobody stopped. */
    public enum Orphans {
        /** Those known to descend from a child of this engine. */
        OF_CHILDREN,
        /**
         * Every one. Right for a program that starts processes through this engine only: then none
         * can be missed.
         */
        ALL
    }

    public EngineOptions {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(whenKilled);
        Objects.requireNonNull(orphans);
        Objects.requireNonNull(executor);
        Objects.requireNonNull(descriptorsOwed);
        Objects.requireNonNull(faultListener);
        if (descriptorReserve < 0) {
            throw new IllegalArgumentException(
                    "cannot keep "
                            + descriptorReserve
                            + " descriptors free: there are none below 0; give 0 or more");
        }
    }

    public static EngineOptions defaults() {
        return new EngineOptions(
                Kind.BEST,
                WhenKilled.KILL_CHILDREN,
                Orphans.OF_CHILDREN,
                Optional.empty(),
                SMALL_RESERVE,
                () -> 0,
                _ -> {});
    }

    public EngineOptions kind(Kind wanted) {
        return new EngineOptions(
                wanted,
                whenKilled,
                orphans,
                executor,
                descriptorReserve,
                descriptorsOwed,
                faultListener);
    }

    public EngineOptions whenKilled(WhenKilled wanted) {
        return new EngineOptions(
                kind, wanted, orphans, executor, descriptorReserve, descriptorsOwed, faultListener);
    }

    public EngineOptions orphans(Orphans wanted) {
        return new EngineOptions(
                kind,
                whenKilled,
                wanted,
                executor,
                descriptorReserve,
                descriptorsOwed,
                faultListener);
    }

    public EngineOptions executor(Executor wanted) {
        return new EngineOptions(
                kind,
                whenKilled,
                orphans,
                Optional.of(wanted),
                descriptorReserve,
                descriptorsOwed,
                faultListener);
    }

    public EngineOptions descriptorReserve(int wanted) {
        return new EngineOptions(
                kind, whenKilled, orphans, executor, wanted, descriptorsOwed, faultListener);
    }

    public EngineOptions descriptorsOwed(IntSupplier wanted) {
        return new EngineOptions(
                kind, whenKilled, orphans, executor, descriptorReserve, wanted, faultListener);
    }

    public EngineOptions faultListener(Consumer<EngineFault> wanted) {
        return new EngineOptions(
                kind, whenKilled, orphans, executor, descriptorReserve, descriptorsOwed, wanted);
    }
}
