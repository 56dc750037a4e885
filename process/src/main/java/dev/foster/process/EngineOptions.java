package dev.foster.process;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How an engine is started.
 *
 * @param kind which implementation to use
 * @param whenKilled what happens to the children when this JVM dies without closing the engine
 * @param orphans which processes that lost their parent are ended when the engine closes
 * @param executor runs subscribers and the callbacks of futures; virtual threads when absent
 */
public record EngineOptions(
        Kind kind, WhenKilled whenKilled, Orphans orphans, Optional<Executor> executor) {

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
    }

    public static EngineOptions defaults() {
        return new EngineOptions(
                Kind.BEST, WhenKilled.KILL_CHILDREN, Orphans.OF_CHILDREN, Optional.empty());
    }

    public EngineOptions kind(Kind wanted) {
        return new EngineOptions(wanted, whenKilled, orphans, executor);
    }

    public EngineOptions whenKilled(WhenKilled wanted) {
        return new EngineOptions(kind, wanted, orphans, executor);
    }

    public EngineOptions orphans(Orphans wanted) {
        return new EngineOptions(kind, whenKilled, wanted, executor);
    }

    public EngineOptions executor(Executor wanted) {
        return new EngineOptions(kind, whenKilled, orphans, Optional.of(wanted));
    }
}
