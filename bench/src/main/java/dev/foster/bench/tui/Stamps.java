package dev.foster.bench.tui;

import java.util.HashSet;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.regex.Pattern;

/**
 * The times in the lines of the load, as far as the screen shows them: when a line appears that was
 * not there before, its age is how long it took from being written to being seen.
 */
final class Stamps {
    /** Tenths of a millisecond, of which the lines have the last nine digits. */
    private static final long AROUND = 1_000_000_000L;

    private static final int NANOS = 100_000;
    private static final Pattern STAMP = Pattern.compile("T(\\d{9}) ");

    private Set<Long> before = new HashSet<>();
    private boolean looked;

    /**
     * Looks at the screen.
     *
     * @param nanos when this was shown at the latest, on the clock of {@link System#nanoTime}
     * @param ages gets the age of each line that is new, in milliseconds; none at the first look
     */
    void look(String screen, long nanos, DoubleConsumer ages) {
        var shown = new HashSet<Long>();
        var matcher = STAMP.matcher(screen);
        while (matcher.find()) {
            shown.add(Long.parseLong(matcher.group(1)));
        }
        if (looked) {
            shown.stream()
                    .filter(stamp -> !before.contains(stamp))
                    .forEach(stamp -> ages.accept(age(stamp, nanos)));
        }
        looked = true;
        before = shown;
    }

    private static double age(long stamp, long nanos) {
        return Math.floorMod(nanos / NANOS - stamp, AROUND) / 10.0;
    }
}
