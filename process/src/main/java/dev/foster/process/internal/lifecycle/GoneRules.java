package dev.foster.process.internal.lifecycle;

import dev.foster.process.Exit.Asked;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport.Took;
import dev.foster.process.internal.lifecycle.Lifecycle.Gone;
import dev.foster.process.internal.lifecycle.Lifecycle.News;
import dev.foster.process.internal.lifecycle.Lifecycle.News.Held;
import dev.foster.process.internal.lifecycle.Lifecycle.News.Told;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest.Cleared;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest.Clearing;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest.Settled;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest.Untouched;
import dev.foster.process.internal.lifecycle.LifecycleEffect.AskLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.CountLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillAskedSince;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.Report;
import dev.foster.process.internal.lifecycle.LifecycleEffect.TellExit;
import dev.foster.process.internal.lifecycle.LifecycleInput.Counted;
import dev.foster.process.internal.lifecycle.LifecycleInput.DeadlinePassed;
import dev.foster.process.internal.lifecycle.LifecycleInput.Exited;
import dev.foster.process.internal.lifecycle.LifecycleInput.Failed;
import dev.foster.process.internal.lifecycle.LifecycleInput.OutputEnded;
import dev.foster.process.internal.lifecycle.LifecycleInput.Seen;
import dev.foster.process.internal.lifecycle.LifecycleInput.StopAsked;
import dev.foster.process.internal.lifecycle.LifecycleInput.SweepAsked;

/** What follows the end of a process: its exit is told, and what it left behind is ended. */
final class GoneRules {
    static final long FIRST_LOOK_NANOS = 2_000_000;
    static final long LAST_LOOK_NANOS = 50_000_000;

    private GoneRules() {}

    /** Ends what was left by a child that nobody stopped. */
    static Clearing clearing(StopPlan plan, long now) {
        return clearing(Took.ALREADY_GONE, now, StopTimes.of(plan, now, false), now);
    }

    static Clearing clearing(Took took, long since, StopTimes times, long now) {
        return new Clearing(took, since, times.leftoversFrom(now), false, FIRST_LOOK_NANOS, now);
    }

    static LifecycleStep on(Gone child, LifecycleInput event, long now) {
        return switch (event) {
            case StopAsked(StopPlan plan, Asked _, boolean _) -> stopAsked(child, plan, now);
            case SweepAsked(StopPlan plan) -> stopAsked(child, plan, now);
            case OutputEnded _ -> LifecycleStep.to(new Gone(outputEnded(child, now), child.rest()));
            case Counted counted when child.rest() instanceof Clearing rest ->
                    counted(child, rest, counted, now);
            case DeadlinePassed _ -> due(child, now);
            case Failed _ -> failed(child, now);
            case Exited _, Seen _, Counted _ -> LifecycleStep.to(child);
        };
    }

    private static LifecycleStep stopAsked(Gone child, StopPlan plan, long now) {
        Rest next =
                switch (child.rest()) {
                    case Untouched _ -> clearing(plan, now);
                    case Clearing rest ->
                            rest.again(rest.times().sooner(StopTimes.of(plan, now, false)), now);
                    case Cleared rest -> rest;
                    case Settled rest -> rest;
                };
        return LifecycleStep.to(new Gone(child.news(), next));
    }

    private static News outputEnded(Gone child, long now) {
        return switch (child.news()) {
            case Held(End end, boolean _, long _) -> new Held(end, false, now);
            case Told told -> told;
        };
    }

    /** One thing at a time, the older first: neither keeps the other waiting by failing. */
    private static LifecycleStep due(Gone child, long now) {
        if (now < child.deadline()) {
            return LifecycleStep.to(child);
        }
        return isNewsFirst(child) && child.news() instanceof Held held
                ? tell(child, held, now)
                : rest(child);
    }

    private static boolean isNewsFirst(Gone child) {
        return child.news().deadline() < child.rest().deadline();
    }

    private static LifecycleStep tell(Gone child, Held held, long now) {
        Rest rest =
                child.rest() instanceof Cleared(Took took, long since, long _)
                        ? new Cleared(took, since, now)
                        : child.rest();
        return LifecycleStep.to(
                new Gone(new Told(), rest), new TellExit(held.end(), held.outputOpen()));
    }

    private static LifecycleStep rest(Gone child) {
        return switch (child.rest()) {
            case Clearing rest ->
                    LifecycleStep.to(
                            new Gone(child.news(), rest.again(rest.times(), Lifecycle.NEVER)),
                            new CountLeftovers());
            case Cleared(Took took, long since, long _) ->
                    LifecycleStep.to(
                            new Gone(child.news(), new Settled()), new Report(took, since));
            case Untouched _, Settled _ -> LifecycleStep.to(child);
        };
    }

    private static LifecycleStep counted(Gone child, Clearing rest, Counted count, long now) {
        StopTimes times = rest.times();
        if (count.alive() + count.undecided() == 0 || isGivenUp(rest, count, now)) {
            long reportAt = child.news() instanceof Told ? now : Lifecycle.NEVER;
            Rest cleared = new Cleared(rest.took(), rest.since(), reportAt);
            return LifecycleStep.to(new Gone(child.news(), cleared));
        }
        boolean kill = now >= times.killAt();
        long next = now + rest.pause();
        var later =
                new Clearing(
                        rest.took(),
                        rest.since(),
                        times,
                        rest.killed() || (kill && count.alive() > 0),
                        Math.min(LAST_LOOK_NANOS, rest.pause() * 2),
                        kill ? next : Math.min(next, times.killAt()));
        var state = new Gone(child.news(), later);
        return kill
                ? LifecycleStep.to(state, new KillLeftovers())
                : LifecycleStep.to(
                        state, new KillAskedSince(times.grace()), new AskLeftovers(times.signal()));
    }

    /** A count may come late: none is given up that was not killed, if only it is certain. */
    private static boolean isGivenUp(Clearing rest, Counted count, long now) {
        long late = now - rest.times().stuckAt();
        boolean inDoubt = count.alive() == 0;
        return late >= 0
                && (rest.killed() || (inDoubt && late > LifecycleRules.LONGEST_DOUBT_NANOS));
    }

    private static LifecycleStep failed(Gone child, long now) {
        long again = now + LifecycleRules.AGAIN_NANOS;
        if (isNewsFirst(child)
                && child.news() instanceof Held(End end, boolean open, long at)
                && now >= at) {
            return LifecycleStep.to(new Gone(new Held(end, open, again), lookAgain(child, again)));
        }
        return child.rest() instanceof Clearing rest
                        && now - rest.times().stuckAt() > LifecycleRules.LONGEST_DOUBT_NANOS
                ? LifecycleStep.to(
                        new Gone(child.news(), new Settled()), new Report(Took.STUCK, rest.since()))
                : LifecycleStep.to(new Gone(child.news(), lookAgain(child, again)));
    }

    /** A count that may have been lost with the step that failed is asked for once more. */
    private static Rest lookAgain(Gone child, long at) {
        return switch (child.rest()) {
            case Clearing rest -> rest.again(rest.times(), at);
            case Cleared(Took took, long since, long due) ->
                    new Cleared(took, since, due == Lifecycle.NEVER ? due : at);
            case Untouched rest -> rest;
            case Settled rest -> rest;
        };
    }
}
