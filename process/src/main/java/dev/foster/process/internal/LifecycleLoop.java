package dev.foster.process.internal;

import dev.foster.process.Signal;
import dev.foster.process.internal.lifecycle.Lifecycle;
import dev.foster.process.internal.lifecycle.LifecycleEffect;
import dev.foster.process.internal.lifecycle.LifecycleInput;
import dev.foster.process.internal.lifecycle.LifecycleRules;
import dev.foster.process.internal.lifecycle.LifecycleStep;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * A life as {@link LifecycleRules} decide it: each step is taken with all that are due after it,
 * then it sleeps until the next. Used on the loop's thread; its state may be read anywhere.
 */
public final class LifecycleLoop {
    private final Loop loop;
    private final String step;
    private final Consumer<LifecycleEffect> deeds;
    private volatile Lifecycle state;
    private Loop.@Nullable Timer timer;

    /**
     * @param step what failed when a step did, in words that follow <em>while</em>
     * @param deeds does what is decided
     */
    public LifecycleLoop(Loop loop, String step, Lifecycle begin, Consumer<LifecycleEffect> deeds) {
        this.loop = loop;
        this.step = step;
        this.deeds = deeds;
        this.state = begin;
    }

    public Lifecycle state() {
        return state;
    }

    public void happened(LifecycleInput event) {
        // A step that fails is taken again: a stop must come to its end, whatever happens.
        boolean done = takeWithAllDue(event) || takeWithAllDue(new LifecycleInput.Failed());
        Loop.Timer earlier = timer;
        if (earlier != null) {
            earlier.cancel();
        }
        long due = state.deadline();
        if (due != Lifecycle.NEVER) {
            long next = done ? due : Math.max(due, System.nanoTime() + LifecycleRules.AGAIN_NANOS);
            timer = loop.at(next, () -> happened(new LifecycleInput.DeadlinePassed()));
        }
    }

    private boolean takeWithAllDue(LifecycleInput event) {
        return loop.faults()
                .survives(
                        step,
                        () -> {
                            take(event);
                            while (System.nanoTime() >= state.deadline()) {
                                take(new LifecycleInput.DeadlinePassed());
                            }
                        });
    }

    private void take(LifecycleInput event) {
        LifecycleStep next = LifecycleRules.on(state, event, System.nanoTime());
        next.effects().forEach(deeds);
        state = next.next();
    }

    /** Does what is decided about those that were left behind. */
    public void perform(LifecycleEffect.OnLeftovers effect, Leftovers left) {
        switch (effect) {
            case LifecycleEffect.CountLeftovers _ ->
                    left.count(
                            (alive, undecided) ->
                                    happened(new LifecycleInput.Counted(alive, undecided)));
            case LifecycleEffect.AskLeftovers(Signal signal) -> left.ask(signal);
            case LifecycleEffect.KillAskedSince(long nanos) -> left.killAskedSince(nanos);
            case LifecycleEffect.KillLeftovers _ -> left.killAll();
        }
    }
}
