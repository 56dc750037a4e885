package dev.foster.process.internal.lifecycle;

import java.util.List;

/**
 * What the rules decided. The step has been taken once all its effects have been done; if one of
 * them fails, the child is still where it was.
 */
public record LifecycleStep(Lifecycle next, List<LifecycleEffect> effects) {

    static LifecycleStep to(Lifecycle next, LifecycleEffect... effects) {
        return new LifecycleStep(next, List.of(effects));
    }
}
