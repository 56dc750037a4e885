package dev.foster.process.internal.linux;

import dev.foster.process.DescentNumber;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/**
 * A number that a child hands on to all its descendants and that none of them loses by chance: it
 * stands in a limit. Environments are cleaned, sessions left and parents lost, but the kernel
 * copies the limits of a process to each one it starts, and a program keeps them.
 *
 * <p>The limit is the soft one on file locks, which Linux has carried along unused since 2003. To
 * read it takes no descriptor, so it is known whose a process is even when none is free.
 */
final class DescentMark {
    private static final int RLIMIT_LOCKS = 10;

    /** What a process shows that bears no mark, or does not let us look. */
    private static final long NONE = 0;

    private final long engine;
    private final long child;

    private DescentMark(long engine, long child) {
        this.engine = engine;
        this.child = child;
    }

    /** For all children of an engine, which is known by its cookie. */
    static DescentMark ofEngine(String cookie) {
        return new DescentMark(DescentNumber.ofEngine(cookie), NONE);
    }

    /** For a child of this engine. */
    DescentMark ofChild(long number) {
        return new DescentMark(engine, DescentNumber.ofChild(number));
    }

    /**
     * Gives it to a process that was just started, and to those it has started since: when the
     * machine is busy, or the JVM collects its garbage, a program can be quicker than this. Where
     * the system refuses, they have none.
     */
    void give(long pid, SystemCalls system) {
        giveTo(pid, system);
        // Whoever is started from now on by one that has it, has it too.
        var marked = new HashSet<Long>();
        try (Arena arena = Arena.ofConfined()) {
            var files = new ProcFiles(system, arena, -1);
            Set<Long> below = files.descendants(pid);
            while (!marked.containsAll(below)) {
                below.stream().filter(marked::add).forEach(each -> giveTo(each, system));
                below = files.descendants(pid);
            }
        }
    }

    private void giveTo(long pid, SystemCalls system) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(16, 8);
            if (system.limits(pid, RLIMIT_LOCKS, MemorySegment.NULL, limits) >= 0) {
                limits.set(SystemCalls.LONG, 0, engine | child);
                system.limits(pid, RLIMIT_LOCKS, limits, MemorySegment.NULL);
            }
        }
    }

    /** Whether a process, which may have ended already, descends from who was given it. */
    boolean isBorneBy(long pid, SystemCalls system) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(16, 8);
            long borne =
                    system.limits(pid, RLIMIT_LOCKS, MemorySegment.NULL, limits) < 0
                            ? NONE
                            : limits.get(SystemCalls.LONG, 0);
            return child == NONE
                    ? DescentNumber.isOfEngine(borne, engine)
                    : borne == (engine | child);
        }
    }
}
