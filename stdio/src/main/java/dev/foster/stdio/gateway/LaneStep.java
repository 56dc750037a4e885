package dev.foster.stdio.gateway;

import java.util.List;

/**
 * What the rules of a lane's child decided.
 *
 * @param effects to be done in this order
 */
record LaneStep(LaneChild next, List<LaneEffect> effects) {

    static LaneStep to(LaneChild next, LaneEffect... effects) {
        return new LaneStep(next, List.of(effects));
    }

    /** Whether those who wait have waited in vain. */
    boolean refuses() {
        return effects.stream().anyMatch(LaneEffect.Refuse.class::isInstance);
    }
}
