package dev.foster.daemon.sign;

import dev.foster.control.GaugeView;
import dev.foster.daemon.config.GaugeSpec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A figure that is told again and again: what it is, what is usual, and what it was. */
final class Gauge {
    private static final int BASELINE_VALUES = 10;
    private static final int RECENT = 60;
    private static final long SPACING_NANOS = 250_000_000;

    private final GaugeSpec spec;
    private final List<Double> first = new ArrayList<>();
    private final Deque<Double> recent = new ArrayDeque<>();
    private double value;
    private double baseline;
    private long lastPlace;

    Gauge(GaugeSpec spec) {
        this.spec = spec;
        this.baseline = spec.baseline().orElse(0.0);
    }

    /**
     * Takes a value.
     *
     * @return whether it is low now and was not, or the other way round
     */
    synchronized boolean take(double told, long nanos) {
        boolean before = low();
        value = told;
        // Nothing is what is told before the work begins, and no measure of what is usual.
        if (spec.baseline().isEmpty() && told != 0 && first.size() < BASELINE_VALUES) {
            first.add(told);
            baseline = median(first);
        }
        // Of those that come in short order the newest counts: a curve has room for few.
        if (!recent.isEmpty() && nanos - lastPlace < SPACING_NANOS) {
            recent.removeLast();
        } else {
            lastPlace = nanos;
        }
        recent.addLast(told);
        if (recent.size() > RECENT) {
            recent.removeFirst();
        }
        return low() != before;
    }

    private static double median(List<Double> values) {
        var sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    // Before the baseline is settled, nobody can tell what is low.
    private boolean low() {
        boolean settled = spec.baseline().isPresent() || first.size() == BASELINE_VALUES;
        return settled
                && !recent.isEmpty()
                && spec.low().isPresent()
                && value < spec.low().get() * baseline;
    }

    /** How it stands; empty before the first value. */
    synchronized Optional<GaugeView> view() {
        return recent.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new GaugeView(value, baseline, low(), spec.unit(), List.copyOf(recent)));
    }
}
