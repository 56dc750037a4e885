package dev.foster.process.internal.confine;

/**
 * How far above a wished limit the kernel's own is set: a quarter, and at least a few. The machine
 * is safe at once, while whoever watches the child still sees it go over its limit and can say so.
 */
public final class Margin {
    private static final long LEAST = 8;

    private Margin() {}

    public static long above(long limit) {
        return limit + Math.max(LEAST, limit / 4);
    }

    public static double above(double limit) {
        return limit * 1.25;
    }
}
