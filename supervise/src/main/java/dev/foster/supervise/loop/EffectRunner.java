package dev.foster.supervise.loop;

import dev.foster.supervise.rules.Effect;

/** Does what the rules ask for, elsewhere, and posts back what came of it. Never blocks. */
@FunctionalInterface
public interface EffectRunner {
    void perform(Effect effect);
}
