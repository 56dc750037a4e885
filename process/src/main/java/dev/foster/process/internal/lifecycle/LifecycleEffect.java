package dev.foster.process.internal.lifecycle;

import dev.foster.process.Signal;
import dev.foster.process.StopReport.Took;

/** Everything the rules can ask for. Each may be asked for again when a step failed. */
public sealed interface LifecycleEffect {
    /** About the process itself. */
    sealed interface OnProcess extends LifecycleEffect {}

    /** About those that it left behind. */
    sealed interface OnLeftovers extends LifecycleEffect {}

    /** Close its input, if that is open. A failure is told and changes nothing. */
    record CloseInput() implements OnProcess {}

    /** Note who descends from it, while the system knows. A failure is told and changes nothing. */
    record NoteDescendants() implements OnProcess {}

    /** Send its group the polite signal, and have it continue if it is suspended. */
    record AskGroup(Signal signal) implements OnProcess {}

    record KillGroup() implements OnProcess {}

    /** See whether the process itself still exists, and say {@link LifecycleInput.Seen}. */
    record LookWhetherThere() implements OnProcess {}

    /** Count those it left that are alive, and say {@link LifecycleInput.Counted}. */
    record CountLeftovers() implements OnLeftovers {}

    /** Send the signal to each of those who was not asked before. */
    record AskLeftovers(Signal signal) implements OnLeftovers {}

    /** Kill those of them who were asked this long ago. */
    record KillAskedSince(long nanos) implements OnLeftovers {}

    record KillLeftovers() implements OnLeftovers {}

    /** Tell how it ended. */
    record TellExit(End end, boolean outputOpen) implements OnProcess {}

    /**
     * Tell how the stop went.
     *
     * @param since when it was first asked for
     */
    record Report(Took took, long since) implements LifecycleEffect {}
}
