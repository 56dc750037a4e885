package dev.foster.process.internal;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mark every child carries in its environment, and hands on to what it starts: the engine's
 * random name and the child's number. It tells whose descendant a process is when parentage, group
 * and session no longer do.
 *
 * <p>An engine that itself runs below another appends the outer mark, so both can find what is
 * theirs.
 */
public final class Cookie {
    public static final String VARIABLE = "FOSTER_COOKIE";

    private final String engine;
    private final String outer;
    private final AtomicLong children = new AtomicLong();

    public Cookie(String outer) {
        // Unique is enough: nobody gains by guessing it, and a secure generator is slow
        // to start.
        var random = ThreadLocalRandom.current();
        this.engine =
                Long.toHexString(ProcessHandle.current().pid())
                        + "-"
                        + Long.toHexString(random.nextLong())
                        + Long.toHexString(random.nextLong() ^ System.nanoTime());
        this.outer = outer;
    }

    /**
     * A text that stands in the environment of every descendant of this engine, and of nothing
     * else.
     */
    public String ofEngine() {
        return engine + ".";
    }

    /** A text that stands in the environment of the descendants of one child. */
    public String nextChild() {
        return engine + "." + children.incrementAndGet() + ";";
    }

    /** The variable's value for a child. */
    public String value(String child) {
        return child + outer;
    }
}
