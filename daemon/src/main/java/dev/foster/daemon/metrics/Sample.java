package dev.foster.daemon.metrics;

import java.util.List;

/**
 * One figure.
 *
 * @param part which one of a histogram or a summary it is: {@code _bucket}, {@code _sum} or {@code
 *     _count}; empty for other metrics
 */
public record Sample(String part, List<Label> labels, double value) {
    public Sample {
        labels = List.copyOf(labels);
    }
}
