package dev.foster.process;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How an engine is started.
 *
 * @param kind which implementation to use
 * @param whenKilled what happens to the children when this JVM dies without closing the engine
 * @param executor runs subscribers and the callbacks of futures; virtual threads when absent
 */
public record EngineOptions(Kind kind, WhenKilled whenKilled, Optional<Executor> executor) {

    /** Which implementation spawns the children. */
    public enum Kind {
        /** The Linux engine where the kernel and the C library offer what it needs, else the portable one. */
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

    public EngineOptions {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(whenKilled);
        Objects.requireNonNull(executor);
    }

    public static EngineOptions defaults() {
        return new EngineOptions(Kind.BEST, WhenKilled.KILL_CHILDREN, Optional.empty());
    }

    public EngineOptions kind(Kind wanted) {
        return new EngineOptions(wanted, whenKilled, executor);
    }

    public EngineOptions whenKilled(WhenKilled wanted) {
        return new EngineOptions(kind, wanted, executor);
    }

    public EngineOptions executor(Executor wanted) {
        return new EngineOptions(kind, whenKilled, Optional.of(wanted));
    }
}
