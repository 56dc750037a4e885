package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.process.ChildProblem.Outlook;
import dev.foster.process.Exit;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.Obstacle;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Backoff;
import dev.foster.supervise.rules.ChildState.GaveUp;
import dev.foster.supervise.rules.ChildState.Idle;
import dev.foster.supervise.rules.ChildState.Pending;
import dev.foster.supervise.rules.ChildState.Starting;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Stuck;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.rules.TreeInput.NoStart;
import dev.foster.supervise.spec.Diagnosis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one child does next. Pure: no clock, no thread, no I/O.
 *
 * <p>A run that ends by itself is stopped all the same, to end what it left behind; only when that
 * is done is it decided whether and when the next run begins. So there are never two copies.
 */
final class ChildRules {
    /** How much longer than its plan a stop may take before the child counts as stuck. */
    static final long STOP_SLACK = Duration.ofSeconds(2).toNanos();

    /** How long a stop waits for the answer to a start that is still under way. */
    static final long SPAWN_LIMIT = Duration.ofSeconds(10).toNanos();

    /** How much longer than its time-out a probe may take before it counts as failed. */
    static final long PROBE_SLACK = Duration.ofSeconds(2).toNanos();

    private ChildRules() {}

    /** The way is free: those it waits for allow its start. */
    static Step go(ChildFacts child, long run) {
        ChildFacts next = child.nextRun(run).ungated(false).state(Starting.now());
        return Step.to(
                next,
                new Effect.Spawn(next.spec(), next.run()),
                new Effect.Tell(new ProcessEvent.Starting(next.id())));
    }

    /** Somebody wants it up, whatever it was about to do. */
    static ChildFacts startAgain(ChildFacts child) {
        return switch (child.state()) {
            case Idle _, Backoff _, GaveUp _ -> child.unproven().state(new Pending());
            case Stopping(long pid, Cause _, Reason why, long giveUpAt) ->
                    child.state(new Stopping(pid, Cause.RESTART, why, giveUpAt));
            case Stuck(long pid, Cause _, Reason why) ->
                    child.state(new Stuck(pid, Cause.RESTART, why));
            case Pending _, Starting _, Up _ -> child.leaving(stillLeaving(child));
        };
    }

    /** Why it has to go all the same; it comes back afterwards. */
    private static Optional<Cause> stillLeaving(ChildFacts child) {
        boolean begun = child.state() instanceof Starting starting && starting.killAt() != NEVER;
        return child.leaving()
                .filter(cause -> begun || cause != Cause.ASKED)
                .map(cause -> cause == Cause.GROUP_FAILED ? Cause.RESTART : cause);
    }

    /** It is to end now, for this reason. */
    static Step stopNow(ChildFacts child, Cause cause, boolean kill, Moment now) {
        return switch (child.state()) {
            case Idle _ -> Step.to(child.leaving(Optional.empty()));
            case Pending _, Backoff _, GaveUp _ -> afterStop(child, cause, Reason.none(), now);
            case Starting(long killAt, boolean killed, var _) ->
                    Step.to(
                            child.leaving(Optional.of(cause))
                                    .state(
                                            new Starting(
                                                    Math.min(killAt, now.nanos() + SPAWN_LIMIT),
                                                    killed || kill,
                                                    Optional.empty())),
                            new Effect.GiveUpStart(child.name(), child.run()));
            case Up up -> beginStop(child, up.pid(), cause, cause.reason(), kill, now);
            case Stopping(long pid, Cause earlier, Reason why, long giveUpAt) ->
                    stopAgain(
                            child,
                            new Stopping(pid, stronger(earlier, cause), why, giveUpAt),
                            kill);
            case Stuck _ ->
                    Step.to(
                            child.leaving(Optional.empty()),
                            new Effect.Stop(child.name(), child.run(), true));
        };
    }

    // What somebody asked for outweighs what the child did; a group's wish outweighs the child's.
    private static Cause stronger(Cause earlier, Cause later) {
        return switch (earlier) {
            case ENDED, ENDED_FOR_GOOD, UNHEALTHY, NOT_READY, OVER_LIMIT -> later;
            case ASKED, RESTART, REPLACED, GROUP, GROUP_FAILED ->
                    later == Cause.GROUP_FAILED ? later : earlier;
        };
    }

    private static Step stopAgain(ChildFacts child, Stopping state, boolean kill) {
        ChildFacts next = child.state(state).leaving(Optional.empty());
        return kill
                ? Step.to(next, new Effect.Stop(child.name(), child.run(), true))
                : Step.to(next);
    }

    static Step beginStop(
            ChildFacts child, long pid, Cause cause, Reason why, boolean kill, Moment now) {
        long bound = child.spec().stopBound().toNanos() + STOP_SLACK;
        ChildFacts next =
                child.leaving(Optional.empty())
                        .state(new Stopping(pid, cause, why, now.nanos() + bound));
        return Step.to(
                next,
                new Effect.StopAsking(child.name(), child.run()),
                new Effect.Stop(child.name(), child.run(), kill),
                new Effect.Tell(new ProcessEvent.Stopping(next.id(), why)));
    }

    /** Another run has its place: it may take longer over its end than a stop would let it. */
    static Step retire(ChildFacts child, Up up, Duration grace, Moment now) {
        Duration usual = child.spec().child().stopPlan().grace();
        long bound = child.spec().stopBound().minus(usual).plus(grace).toNanos() + STOP_SLACK;
        Cause cause = Cause.REPLACED;
        ChildFacts next =
                child.wanted(false)
                        .state(new Stopping(up.pid(), cause, cause.reason(), now.nanos() + bound));
        return Step.to(
                next,
                new Effect.StopAsking(child.name(), child.run()),
                new Effect.Retire(child.name(), child.run(), grace),
                new Effect.Tell(new ProcessEvent.Stopping(next.id(), cause.reason())));
    }

    /** One that retires is to be gone as soon as a stop would have it. */
    static Step hurry(ChildFacts child, Stopping state, Moment now) {
        long bound = child.spec().stopBound().toNanos() + STOP_SLACK;
        long giveUpAt = Math.min(state.giveUpAt(), now.nanos() + bound);
        return Step.to(
                child.state(new Stopping(state.pid(), Cause.ASKED, state.why(), giveUpAt)),
                new Effect.Stop(child.name(), child.run(), false));
    }

    /** News of the child's current run. */
    static Step on(ChildFacts child, TreeInput.OfRun event, Moment now) {
        return switch (event) {
            case TreeInput.Spawned spawned -> spawned(child, spawned.pid(), now);
            case TreeInput.SpawnFailed failed -> spawnFailed(child, failed, now);
            case TreeInput.Delayed delayed -> delayed(child, delayed);
            case TreeInput.SaidReady _ -> ready(child, now);
            case TreeInput.SaidAlive _ -> alive(child, now);
            case TreeInput.Suspended(String _, long _, boolean isSo) -> suspended(child, isSo);
            case TreeInput.Refused refused -> refused(child, refused.why(), now);
            case TreeInput.Probed probed -> ProbeRules.answered(child, probed, now);
            case TreeInput.OverLimit over -> LimitRules.over(child, over, now);
            case TreeInput.Exited exited -> exited(child, exited, now);
            case TreeInput.Stopped stopped -> stopped(child, stopped, now);
        };
    }

    /** Silence until the deadline. */
    static Step onDeadline(ChildFacts child, Moment now) {
        return switch (child.state()) {
            case Idle _, Pending _, GaveUp _, Stuck _ -> Step.to(child);
            case Starting _ -> stuck(child, -1, child.leaving().orElse(Cause.ASKED), Reason.none());
            case Up up -> ProbeRules.onDeadline(child, up, now);
            case Stopping(long pid, Cause cause, Reason why, long _) ->
                    stuck(child, pid, cause, why);
            case Backoff _ -> Step.to(child.countRestart().state(new Pending()));
        };
    }

    private static Step stuck(ChildFacts child, long pid, Cause cause, Reason why) {
        ChildFacts next = child.leaving(Optional.empty()).state(new Stuck(pid, cause, why));
        return Step.to(next, new Effect.Tell(new ProcessEvent.Stuck(next.id())));
    }

    private static Step spawned(ChildFacts child, long pid, Moment now) {
        return switch (child.state()) {
            case Starting starting when starting.killAt() == NEVER -> up(child, pid, now);
            // It was to be stopped before it had begun.
            case Starting(long _, boolean kill, var _) -> {
                Cause cause = child.leaving().orElse(Cause.ASKED);
                yield beginStop(child, pid, cause, cause.reason(), kill, now);
            }
            // The answer we no longer waited for: it must not stay.
            case Stuck _ -> Step.to(child, new Effect.Stop(child.name(), child.run(), true));
            case Idle _, Pending _, Up _, Stopping _, Backoff _, GaveUp _ -> Step.to(child);
        };
    }

    private static Step up(ChildFacts child, long pid, Moment now) {
        Up up = ProbeRules.begin(child, pid, now.nanos());
        ChildFacts next = child.state(up);
        Effect started = new Effect.Tell(new ProcessEvent.Started(next.id(), pid));
        Effect ready = new Effect.Tell(new ProcessEvent.Ready(next.id(), Optional.empty()));
        return up.ready() ? Step.to(next.becameReady(), started, ready) : Step.to(next, started);
    }

    private static Step spawnFailed(ChildFacts child, TreeInput.SpawnFailed failed, Moment now) {
        Optional<Cause> leaving;
        switch (child.state()) {
            case Starting _ -> leaving = child.leaving();
            // The answer we no longer waited for: only a start that is to be stopped gets there.
            case Stuck(long _, Cause cause, Reason _) -> leaving = Optional.of(cause);
            case Idle _, Pending _, Up _, Stopping _, Backoff _, GaveUp _ -> {
                return Step.to(child);
            }
        }
        Step step =
                leaving.isPresent()
                        ? afterStop(child, leaving.get(), Reason.none(), now)
                        : RestartRules.ended(
                                child,
                                true,
                                new Reason.NotStarted(failed.why()),
                                outlook(failed.kind()),
                                now);
        // What was given up because it was to be has not failed, and nobody is woken for it.
        return failed.kind() == NoStart.GIVEN_UP && leaving.isPresent()
                ? with(step, new ProcessEvent.StartGivenUp(child.id(), failed.why()))
                : with(step, new ProcessEvent.StartFailed(child.id(), failed.why()));
    }

    private static Step delayed(ChildFacts child, TreeInput.Delayed event) {
        var obstacle = new Obstacle.Outside(event.why(), event.lasting());
        Optional<Obstacle> delay = Optional.of(obstacle);
        // What is to be stopped waits for nothing any more.
        if (!(child.state() instanceof Starting starting)
                || starting.killAt() != NEVER
                || starting.delay().equals(delay)) {
            return Step.to(child);
        }
        return Step.to(
                child.state(new Starting(NEVER, starting.kill(), delay)),
                new Effect.Tell(new ProcessEvent.Waiting(child.id(), obstacle)));
    }

    private static Outlook outlook(NoStart kind) {
        return switch (kind) {
            case PASSING, GIVEN_UP -> Outlook.PASSING;
            case SHORTAGE -> Outlook.SHORTAGE;
            case LASTING -> Outlook.LASTING;
        };
    }

    private static Step ready(ChildFacts child, Moment now) {
        return child.state() instanceof Up up && !up.ready()
                ? ProbeRules.becameReady(child, up, now)
                : Step.to(child);
    }

    private static Step alive(ChildFacts child, Moment now) {
        return child.state() instanceof Up up && up.ready()
                ? ProbeRules.watchdogHeard(child, up, now)
                : Step.to(child);
    }

    /** It is what it was, and is asked and waited for as before: only people see the difference. */
    private static Step suspended(ChildFacts child, boolean isSo) {
        if (!(child.state() instanceof Up up) || up.suspended() == isSo) {
            return Step.to(child);
        }
        ChildFacts next = child.state(up.suspended(isSo));
        ProcessEvent news =
                isSo
                        ? new ProcessEvent.Suspended(next.id())
                        : new ProcessEvent.Continued(next.id());
        return Step.to(next, new Effect.Tell(news));
    }

    private static Step refused(ChildFacts child, String why, Moment now) {
        // Whoever stops it already decides what comes next.
        if (!(child.state() instanceof Up up) || child.leaving().isPresent()) {
            return Step.to(child);
        }
        return up.ready()
                ? unhealthy(child, up, new Reason.Unhealthy(why), now)
                : notReady(child, up, new Reason.Refused(why), now);
    }

    private static Step exited(ChildFacts child, TreeInput.Exited event, Moment now) {
        Exit exit = event.exit();
        ChildFacts known = child.lastExit(exit);
        return switch (child.state()) {
            case Up up -> {
                boolean forGood = event.diagnosis().filter(Diagnosis::lasting).isPresent();
                Cause cause = child.leaving().orElse(forGood ? Cause.ENDED_FOR_GOOD : Cause.ENDED);
                Reason why =
                        event.diagnosis()
                                .<Reason>map(it -> new Reason.Diagnosed(it.why()))
                                .orElseGet(() -> new Reason.Exited(exit));
                Step step = beginStop(known, up.pid(), cause, why, false, now);
                // Nothing to announce: it is gone, only what it left behind is being ended.
                Step silent =
                        new Step(
                                step.next(),
                                List.of(
                                        exited(
                                                child,
                                                exit,
                                                Ending.byItself(exit, successful(child, exit))),
                                        step.effects().get(0),
                                        step.effects().get(1)),
                                step.verdict());
                yield LimitRules.ended(child, exit).map(over -> with(silent, over)).orElse(silent);
            }
            case Stopping stopping ->
                    Step.to(known, exited(child, exit, Ending.of(stopping.why())));
            case Stuck stuck -> Step.to(known, exited(child, exit, Ending.of(stuck.why())));
            // No exit can overtake the news of its own start: both come from one thread.
            case Starting _, Idle _, Pending _, Backoff _, GaveUp _ -> Step.to(child);
        };
    }

    private static Step stopped(ChildFacts child, TreeInput.Stopped event, Moment now) {
        ChildFacts known = event.report().exit().map(child::lastExit).orElse(child);
        return switch (child.state()) {
            case Stopping(long pid, Cause cause, Reason why, long _) ->
                    event.stuck()
                            ? stuck(known, pid, cause, why)
                            : stopDone(known, cause, why, event.report(), now);
            case Stuck(long _, Cause cause, Reason why) ->
                    event.stuck()
                            ? Step.to(known)
                            : stopDone(known, cause, why, event.report(), now);
            case Idle _, Pending _, Starting _, Up _, Backoff _, GaveUp _ -> Step.to(child);
        };
    }

    private static Step stopDone(
            ChildFacts child, Cause cause, Reason why, StopReport how, Moment now) {
        Step step =
                cause.byItself() && child.lastExit().isPresent()
                        ? afterEnd(child, child.lastExit().get(), cause, why, now)
                        : afterStop(child, cause, why, now);
        if (cause.byItself()) {
            return step;
        }
        Step told = with(step, new ProcessEvent.Stopped(child.id(), how));
        return forced(child, how).map(forced -> with(told, forced)).orElse(told);
    }

    /** One that somebody has killed before its grace was over was not waited for. */
    private static Optional<ProcessEvent> forced(ChildFacts child, StopReport how) {
        StopPlan plan = child.spec().child().stopPlan();
        boolean waited = !plan.grace().isZero() && how.duration().compareTo(plan.grace()) >= 0;
        return how.took() == StopReport.Took.KILL && waited
                ? Optional.of(new ProcessEvent.StopForced(child.id(), plan.signal(), plan.grace()))
                : Optional.empty();
    }

    private static Step afterEnd(ChildFacts child, Exit exit, Cause cause, Reason why, Moment now) {
        return RestartRules.ended(
                child,
                exit.overLimit().isPresent() || !successful(child, exit),
                why,
                cause == Cause.ENDED_FOR_GOOD ? Outlook.LASTING : Outlook.PASSING,
                now);
    }

    /** Nothing of it runs; it was ended for this reason. */
    private static Step afterStop(ChildFacts child, Cause cause, Reason why, Moment now) {
        ChildFacts settled = child.leaving(Optional.empty());
        if (!child.wanted()) {
            return Step.to(settled.state(new Idle(ChildState.Rest.STOPPED, Reason.none())));
        }
        return switch (cause) {
            case ASKED, RESTART, REPLACED -> Step.to(settled.unproven().state(new Pending()));
            // A group that starts anew gives each member its restarts back, but keeps the backoff.
            case GROUP -> {
                ChildFacts next = settled.history(settled.history().unlimited());
                boolean ran = !(child.state() instanceof Pending);
                yield Step.to((ran ? next.countRestart() : next).state(new Pending()));
            }
            case GROUP_FAILED ->
                    Step.to(settled.state(new GaveUp(Cause.GROUP_FAILED.reason(), false)));
            case UNHEALTHY, NOT_READY, OVER_LIMIT, ENDED, ENDED_FOR_GOOD ->
                    RestartRules.ended(settled, true, why, Outlook.PASSING, now);
        };
    }

    private static boolean successful(ChildFacts child, Exit exit) {
        return child.spec().restart().isSuccess(exit);
    }

    private static Effect exited(ChildFacts child, Exit exit, Ending ending) {
        return new Effect.Tell(new ProcessEvent.Exited(child.id(), exit, ending));
    }

    /** Ends an Up child for what its probes said. */
    static Step unhealthy(ChildFacts child, Up up, Reason why, Moment now) {
        return with(
                beginStop(child, up.pid(), Cause.UNHEALTHY, why, false, now),
                new ProcessEvent.Unhealthy(child.id(), why));
    }

    /** Ends an Up child that did not become ready. */
    static Step notReady(ChildFacts child, Up up, Reason why, Moment now) {
        return with(
                beginStop(child, up.pid(), Cause.NOT_READY, why, false, now),
                new ProcessEvent.NotReady(child.id(), why));
    }

    /** The same, with something to be told before all else. */
    static Step with(Step step, ProcessEvent first) {
        var all = new ArrayList<Effect>();
        all.add(new Effect.Tell(first));
        all.addAll(step.effects());
        return new Step(step.next(), all, step.verdict());
    }
}
