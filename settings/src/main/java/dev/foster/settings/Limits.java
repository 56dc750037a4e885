package dev.foster.settings;

import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;

import java.util.Optional;

/**
 * What somebody may use, and what happens when it is more.
 *
 * @param amounts what he and his descendants may use together
 */
public record Limits(ResourceLimits amounts, LimitRule rule) {
    public static final Limits NONE = new Limits(ResourceLimits.none(), LimitRule.defaults());

    Limits amounts(ResourceLimits wanted) {
        return new Limits(wanted, rule);
    }

    Limits rule(LimitRule wanted) {
        return new Limits(amounts, wanted);
    }

    Optional<Long> memory() {
        return amounts.memoryBytes().isPresent()
                ? Optional.of(amounts.memoryBytes().getAsLong())
                : Optional.empty();
    }

    Optional<Double> cpu() {
        return amounts.cpuPercent().isPresent()
                ? Optional.of(amounts.cpuPercent().getAsDouble())
                : Optional.empty();
    }
}
