package dev.foster.process.internal.lifecycle;

import dev.foster.process.Exit.Asked;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport.Took;
import dev.foster.process.internal.lifecycle.Lifecycle.Gone;
import dev.foster.process.internal.lifecycle.Lifecycle.Means;
import dev.foster.process.internal.lifecycle.Lifecycle.News.Held;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest;
import dev.foster.process.internal.lifecycle.Lifecycle.Running;
import dev.foster.process.internal.lifecycle.Lifecycle.Stopping;
import dev.foster.process.internal.lifecycle.Lifecycle.Stuck;
import dev.foster.process.internal.lifecycle.LifecycleEffect.AskGroup;
import dev.foster.process.internal.lifecycle.LifecycleEffect.CloseInput;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillGroup;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.LookWhetherThere;
import dev.foster.process.internal.lifecycle.LifecycleEffect.NoteDescendants;
import dev.foster.process.internal.lifecycle.LifecycleEffect.Report;
import dev.foster.process.internal.lifecycle.LifecycleInput.Counted;
import dev.foster.process.internal.lifecycle.LifecycleInput.DeadlinePassed;
import dev.foster.process.internal.lifecycle.LifecycleInput.Exited;
import dev.foster.process.internal.lifecycle.LifecycleInput.Failed;
import dev.foster.process.internal.lifecycle.LifecycleInput.OutputEnded;
import dev.foster.process.internal.lifecycle.LifecycleInput.Seen;
import dev.foster.process.internal.lifecycle.LifecycleInput.StopAsked;
import dev.foster.process.internal.lifecycle.LifecycleInput.SweepAsked;

import java.util.Optional;

/**
 * What one child's life does next: as long as the process lives here, and what follows in {@link
 * GoneRules}. Pure: no clock, no thread, no I/O.
 *
 * <p>Only a deadline and what somebody looked for lead to a deed that can fail; what comes from
 * outside is noted, and makes the next deed due. So nothing that was told is lost when a deed
 * fails, and that is tried again.
 */
public final class LifecycleRules {
    /** How long until a step that failed is taken again. */
    public static final long AGAIN_NANOS = 50_000_000;

    /** Whether something is left may stay unclear; no stop waits for that for ever. */
    static final long LONGEST_DOUBT_NANOS = 10_000_000_000L;

    private LifecycleRules() {}

    public static LifecycleStep on(Lifecycle state, LifecycleInput event, long now) {
        return switch (state) {
            case Running child -> running(child, event, now);
            case Stopping child -> stopping(child, event, now);
            case Stuck child -> stuck(child, event, now);
            case Gone child -> GoneRules.on(child, event, now);
        };
    }

    private static LifecycleStep running(Running child, LifecycleInput event, long now) {
        return switch (event) {
            case StopAsked asked -> beginStop(child, asked, now);
            case SweepAsked(StopPlan plan) ->
                    LifecycleStep.to(new Running(child.outputOpen(), Optional.of(plan)));
            case Exited exited -> {
                Rest rest =
                        child.sweep()
                                .<Rest>map(plan -> GoneRules.clearing(plan, now))
                                .orElseGet(Rest.Untouched::new);
                yield gone(child.outputOpen(), End.byItself(exited), exited, rest, now);
            }
            case OutputEnded _ -> LifecycleStep.to(new Running(false, child.sweep()));
            case Seen _, Counted _, DeadlinePassed _, Failed _ -> LifecycleStep.to(child);
        };
    }

    private static LifecycleStep beginStop(Running child, StopAsked asked, long now) {
        StopTimes times = StopTimes.of(asked.plan(), now, asked.inputOpen());
        Stopping next = Stopping.begin(child.outputOpen(), asked.by(), now, times);
        // With its input it may go at once, and then nobody knows any more who descends from it.
        return times.terminateAt() > now
                ? LifecycleStep.to(next, new NoteDescendants(), new CloseInput())
                : LifecycleStep.to(next, new CloseInput());
    }

    private static LifecycleStep stopping(Stopping child, LifecycleInput event, long now) {
        return switch (event) {
            case StopAsked(StopPlan plan, Asked _, boolean _) -> {
                // The first request closed the input; those that follow must not take that for a
                // reason to hurry.
                boolean waitsForEof = child.means() == Means.INPUT_CLOSED;
                StopTimes wanted = StopTimes.of(plan, now, waitsForEof);
                yield LifecycleStep.to(child.after(child.means(), child.times().sooner(wanted)));
            }
            case Exited exited -> {
                Rest rest =
                        GoneRules.clearing(child.means().took(), child.since(), child.times(), now);
                yield gone(child.outputOpen(), End.stopped(exited, child.by()), exited, rest, now);
            }
            case OutputEnded _ -> LifecycleStep.to(child.outputEnded());
            case Seen(boolean there) when there && child.means() == Means.KILLED ->
                    LifecycleStep.to(child.stuck(), new KillLeftovers(), report(child));
            case DeadlinePassed _ when now >= child.deadline() -> nextMeans(child, now);
            case Failed _ when now - child.times().stuckAt() > LONGEST_DOUBT_NANOS ->
                    LifecycleStep.to(child.stuck(), report(child));
            case Failed _ -> LifecycleStep.to(child.notBefore(now + AGAIN_NANOS));
            case SweepAsked _, Seen _, Counted _, DeadlinePassed _ -> LifecycleStep.to(child);
        };
    }

    /** What the plan has next for one that is still there. */
    private static LifecycleStep nextMeans(Stopping child, long now) {
        StopTimes times = child.times();
        if (child.means() == Means.KILLED) {
            // It may be gone, and the news on its way to us: then there will be another look.
            return LifecycleStep.to(child.notBefore(now + AGAIN_NANOS), new LookWhetherThere());
        }
        return now < times.killAt()
                ? LifecycleStep.to(
                        child.after(Means.ASKED, times),
                        new NoteDescendants(),
                        new AskGroup(times.signal()))
                : LifecycleStep.to(
                        child.after(Means.KILLED, times.killedAt(now)),
                        new NoteDescendants(),
                        new KillGroup());
    }

    private static Report report(Stopping child) {
        return new Report(Took.STUCK, child.since());
    }

    private static LifecycleStep stuck(Stuck child, LifecycleInput event, long now) {
        return switch (event) {
            case Exited exited ->
                    gone(
                            child.outputOpen(),
                            End.stopped(exited, child.by()),
                            exited,
                            new Rest.Settled(),
                            now);
            case OutputEnded _ -> LifecycleStep.to(new Stuck(false, child.by()));
            case StopAsked _, SweepAsked _, Seen _, Counted _, DeadlinePassed _, Failed _ ->
                    LifecycleStep.to(child);
        };
    }

    private static LifecycleStep gone(
            boolean outputOpen, End end, Exited event, Rest rest, long now) {
        long tellAt = outputOpen ? now + StopTimes.nanos(event.hold()) : now;
        return LifecycleStep.to(
                new Gone(new Held(end, outputOpen, tellAt), rest), new CloseInput());
    }
}
