package dev.foster.process.internal.lifecycle;

import dev.foster.process.Excess;
import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.internal.lifecycle.LifecycleInput.Counted;
import dev.foster.process.internal.lifecycle.LifecycleInput.DeadlinePassed;
import dev.foster.process.internal.lifecycle.LifecycleInput.Exited;
import dev.foster.process.internal.lifecycle.LifecycleInput.Failed;
import dev.foster.process.internal.lifecycle.LifecycleInput.OutputEnded;
import dev.foster.process.internal.lifecycle.LifecycleInput.Seen;
import dev.foster.process.internal.lifecycle.LifecycleInput.StopAsked;
import dev.foster.process.internal.lifecycle.LifecycleInput.SweepAsked;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One child without a system, on a clock that is commanded; it lives by the rules alone. */
final class LifecycleStage {
    /** What the kernel ended it for. */
    static final Excess OVER = Excess.byKernel(Excess.Resource.MEMORY, 1e6);

    /** 100 ms after the end of input, SIGTERM, 1 s of grace, 500 ms for the kernel. */
    static final StopPlan PLAN = new StopPlan(millis(100), Signal.TERM, millis(1_000), millis(500));

    /** How long an exit waits for the end of its output. */
    static final Duration HOLD = millis(300);

    static final long BEGIN = 5_000_000_000L;

    private static final int MOST_STEPS_AT_ONCE = 10;

    private final List<LifecycleEffect> effects = new ArrayList<>();
    private Lifecycle state = Lifecycle.begin();
    private long now = BEGIN;

    /** After two steps that failed it is not tried again before this. */
    private long rest = BEGIN;

    private Predicate<LifecycleEffect> failing = _ -> false;

    static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    static Exited exitOf(int code) {
        return exit(new Ending.Code(code), Optional.empty());
    }

    static Exited exit(Ending how, Optional<Signal> lastSignal) {
        return new Exited(how, Optional.of(millis(7)), Optional.of(OVER), lastSignal, HOLD);
    }

    Lifecycle state() {
        return state;
    }

    long now() {
        return now;
    }

    /** From now on these effects cannot be done. */
    LifecycleStage failing(Predicate<LifecycleEffect> which) {
        failing = which;
        return this;
    }

    /** What was asked of the world since the last call. */
    List<LifecycleEffect> taken() {
        List<LifecycleEffect> taken = List.copyOf(effects);
        effects.clear();
        return taken;
    }

    // ---- what happens ----

    LifecycleStage stop(StopPlan plan) {
        return on(new StopAsked(plan, Asked.STOP, true));
    }

    LifecycleStage sweep() {
        return on(new SweepAsked(PLAN));
    }

    LifecycleStage exited(int code) {
        return on(exitOf(code));
    }

    LifecycleStage outputEnded() {
        return on(new OutputEnded());
    }

    LifecycleStage counted(int alive, int undecided) {
        return on(new Counted(alive, undecided));
    }

    LifecycleStage seen(boolean there) {
        return on(new Seen(there));
    }

    /** Lets time pass; what becomes due on the way happens in its moment. */
    LifecycleStage pass(Duration time) {
        long end = now + time.toNanos();
        while (due() <= end) {
            now = Math.max(now, due());
            on(new DeadlinePassed());
        }
        now = end;
        return this;
    }

    private long due() {
        return Math.max(state.deadline(), rest);
    }

    /** Lets time pass while nobody looks at the clock, as when the machine is busy with others. */
    LifecycleStage passUnseen(Duration time) {
        now += time.toNanos();
        return this;
    }

    /** An event, and all that is due after it. */
    LifecycleStage on(LifecycleInput event) {
        if (!takeWithAllDue(event) && !takeWithAllDue(new Failed())) {
            rest = now + LifecycleRules.AGAIN_NANOS;
        }
        return this;
    }

    private boolean takeWithAllDue(LifecycleInput event) {
        boolean done = takeOne(event);
        for (int i = 0; done && state.deadline() <= now; i++) {
            if (i == MOST_STEPS_AT_ONCE) {
                throw new AssertionError("it never rests: " + state);
            }
            done = takeOne(new DeadlinePassed());
        }
        return done;
    }

    private boolean takeOne(LifecycleInput event) {
        LifecycleStep step = LifecycleRules.on(state, event, now);
        for (LifecycleEffect effect : step.effects()) {
            if (failing.test(effect) && !neverFails(effect)) {
                return false;
            }
            effects.add(effect);
        }
        state = step.next();
        return true;
    }

    static boolean neverFails(LifecycleEffect effect) {
        return effect instanceof LifecycleEffect.CloseInput
                || effect instanceof LifecycleEffect.NoteDescendants;
    }
}
