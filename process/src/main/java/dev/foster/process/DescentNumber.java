package dev.foster.process;

/**
 * How the number is made that all descendants of an engine bear in a limit: the upper half follows
 * from the engine's cookie, so whoever knows the cookie knows the number, also when the engine is
 * dead; the lower half is the child's.
 */
public final class DescentNumber {
    private static final int CHILD_BITS = 32;
    private static final int ENGINE_BITS = 30;

    private DescentNumber() {}

    public static long ofEngine(String cookie) {
        // Never 0, and below what stands for no limit.
        long engine = Math.floorMod(cookie.hashCode(), (1 << ENGINE_BITS) - 1) + 1L;
        return engine << CHILD_BITS;
    }

    public static long ofChild(long number) {
        return number & (1L << CHILD_BITS) - 1;
    }

    /** Whether a process with this number descends from the engine. */
    public static boolean isOfEngine(long borne, long engine) {
        return borne >>> CHILD_BITS == engine >>> CHILD_BITS;
    }
}
