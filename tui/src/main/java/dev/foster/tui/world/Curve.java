package dev.foster.tui.world;

import java.util.Arrays;

/** The last values of something that is measured once a second. */
public final class Curve {
    public static final Curve NONE = new Curve(new double[0]);
    private static final int MOST = 120;

    private final double[] values;

    private Curve(double[] values) {
        this.values = values;
    }

    public static Curve of(double... values) {
        return new Curve(values.clone());
    }

    /** With one more; the oldest gives way. */
    public Curve plus(double value) {
        int keep = Math.min(values.length, MOST - 1);
        double[] more = Arrays.copyOfRange(values, values.length - keep, values.length + 1);
        more[keep] = value;
        return new Curve(more);
    }

    public double[] values() {
        return values.clone();
    }

    public double highest() {
        double highest = 0;
        for (double value : values) {
            highest = Math.max(highest, value);
        }
        return highest;
    }
}
