package dev.foster.tui.frame;

/** A small picture of values over time, one cell each, the newest at the right. */
public final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /**
     * Draws the last values that fit.
     *
     * @param top what fills a cell; values above it do, too
     */
    public static String of(double[] values, int width, double top) {
        var line = new StringBuilder(" ".repeat(Math.max(0, width - values.length)));
        for (int i = Math.max(0, values.length - width); i < values.length; i++) {
            int bar = top <= 0 ? 0 : (int) (Math.clamp(values[i] / top, 0, 1) * BARS.length());
            line.append(BARS.charAt(Math.min(bar, BARS.length() - 1)));
        }
        return line.toString();
    }
}
