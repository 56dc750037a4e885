package dev.foster.supervise.rules;

import java.util.List;

/** What the rules decided for one child. */
record Step(ChildFacts next, List<Effect> effects, Verdict verdict) {

    /** What a step means for the child's group. */
    enum Verdict {
        NOTHING,
        /** It failed and shall be restarted. */
        RESTARTS,
        /** It failed and shall not. */
        GAVE_UP
    }

    static Step to(ChildFacts next, Effect... effects) {
        return new Step(next, List.of(effects), Verdict.NOTHING);
    }
}
