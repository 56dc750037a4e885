package dev.foster.plugin.manifest;

import dev.foster.process.Confinement;
import dev.foster.supervise.spec.LimitRule;

import java.util.Objects;

/**
 * What a manifest says of what its plugin may use, and what it is kept from.
 *
 * @param rule what happens when it uses more
 */
public record Bounds(Confinement confinement, LimitRule rule) {
    private static final Bounds NONE = new Bounds(Confinement.none(), LimitRule.defaults());

    public Bounds {
        Objects.requireNonNull(confinement);
        Objects.requireNonNull(rule);
    }

    /** Nothing said: it may use what there is. */
    public static Bounds none() {
        return NONE;
    }
}
