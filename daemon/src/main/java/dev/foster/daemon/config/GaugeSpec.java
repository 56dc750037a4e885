package dev.foster.daemon.config;

import java.util.Optional;

/**
 * A figure in the output of a process.
 *
 * @param pattern a regular expression with one group, the number
 * @param unit what it counts; may be empty
 * @param baseline what is usual; the median of the first values but zeros when absent
 * @param low the share of the baseline below which it is low; never when absent
 */
public record GaugeSpec(
        String pattern, String unit, Optional<Double> baseline, Optional<Double> low) {}
