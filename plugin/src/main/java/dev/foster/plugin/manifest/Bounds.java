package dev.foster.plugin.manifest;

import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.settings.Limits;
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

    /** What it may use, and what happens when it is more. */
    public Limits limits() {
        return new Limits(confinement.limits(), rule);
    }

    Bounds limits(Limits wanted) {
        return new Bounds(
                new Confinement(wanted.amounts(), confinement.isolation()), wanted.rule());
    }

    Bounds isolation(Isolation wanted) {
        return new Bounds(new Confinement(confinement.limits(), wanted), rule);
    }

    /** Nothing said: it may use what there is. */
    public static Bounds none() {
        return NONE;
    }
}
