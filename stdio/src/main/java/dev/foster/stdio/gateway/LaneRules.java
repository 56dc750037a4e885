package dev.foster.stdio.gateway;

import dev.foster.process.ChildProblem.Outlook;
import dev.foster.stdio.gateway.LaneChild.Phase.Over;
import dev.foster.stdio.gateway.LaneChild.Phase.Starting;
import dev.foster.stdio.gateway.LaneChild.Phase.Unasked;
import dev.foster.stdio.gateway.LaneChild.Phase.Up;
import dev.foster.stdio.gateway.LaneChild.Phase.Waiting;
import dev.foster.stdio.gateway.LaneEffect.Await;
import dev.foster.stdio.gateway.LaneEffect.Begin;
import dev.foster.stdio.gateway.LaneEffect.End;
import dev.foster.stdio.gateway.LaneEffect.GiveUp;
import dev.foster.stdio.gateway.LaneEffect.Refuse;
import dev.foster.stdio.gateway.LaneEffect.Retire;
import dev.foster.stdio.gateway.LaneEffect.Serve;
import dev.foster.stdio.gateway.LaneEffect.TellEnded;
import dev.foster.stdio.gateway.LaneEffect.TellRenewed;
import dev.foster.stdio.gateway.LaneEvent.Arrived;
import dev.foster.stdio.gateway.LaneEvent.Beginning;
import dev.foster.stdio.gateway.LaneEvent.Closed;
import dev.foster.stdio.gateway.LaneEvent.Ended;
import dev.foster.stdio.gateway.LaneEvent.Needed;
import dev.foster.stdio.gateway.LaneEvent.NotStarted;
import dev.foster.stdio.gateway.LaneEvent.Renewed;
import dev.foster.stdio.gateway.LaneEvent.RetryDue;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.restart.RestartDecision;
import dev.foster.supervise.restart.RestartHistory;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.RestartPolicy.FirstStart;
import dev.foster.supervise.spec.RestartPolicy.When;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the child of a lane does next: started when it is first needed, started again by its policy
 * when it ends, replaced when its client has new credentials. Pure: no clock, no thread, no I/O.
 *
 * <p>A start and replacements may be under way at once, and a replacement may be overtaken by the
 * next: one child stays.
 */
final class LaneRules {
    private final RestartPolicy policy;

    /**
     * @param wanted how long to wait and when to give up; what has clients that need it is started
     *     again after any end, unless it has never worked
     */
    LaneRules(RestartPolicy wanted) {
        this.policy = wanted.when(When.ALWAYS).firstStart(FirstStart.FAIL);
    }

    LaneStep on(LaneChild child, LaneEvent event, Moment now) {
        return switch (event) {
            case Needed _ -> child.phase() instanceof Unasked ? start(child) : LaneStep.to(child);
            case Arrived(Greeted greeted, Beginning beginning) ->
                    arrived(child, greeted, beginning, now);
            case NotStarted(RpcProblem why, Beginning beginning) ->
                    beginning.beside()
                            ? notReplaced(child, beginning)
                            : notStarted(child, why, now);
            case Ended(Greeted greeted, String how) -> ended(child, greeted, how, now);
            case RetryDue _ -> retryDue(child, now);
            case Renewed(Map<String, String> environment) -> renewed(child, environment);
            case Closed _ -> closed(child);
        };
    }

    private static LaneStep start(LaneChild child, LaneEffect... first) {
        var effects = new ArrayList<>(List.of(first));
        effects.add(new Begin(new Beginning(child.environment(), false)));
        return new LaneStep(child.phase(new Starting()), effects);
    }

    private static LaneStep arrived(
            LaneChild child, Greeted greeted, Beginning beginning, Moment now) {
        boolean wanted =
                beginning.environment().equals(child.environment())
                        && switch (child.phase()) {
                            case Up up -> !up.environment().equals(child.environment());
                            case Unasked _, Starting _, Waiting _ -> true;
                            case Over _ -> false;
                        };
        if (!wanted) {
            // Nothing else is under way for those who wait.
            return child.phase() instanceof Starting && !beginning.beside()
                    ? start(child, new End(greeted))
                    : LaneStep.to(child, new End(greeted));
        }
        var effects = new ArrayList<LaneEffect>();
        if (child.history().proven()) {
            effects.add(new TellRenewed(greeted));
        }
        effects.add(new Serve(greeted));
        if (child.phase() instanceof Up old) {
            effects.add(new Retire(old.child()));
        }
        return new LaneStep(
                child.history(child.history().worked())
                        .phase(new Up(greeted, beginning.environment(), now.nanos())),
                effects);
    }

    private LaneStep notStarted(LaneChild child, RpcProblem why, Moment now) {
        // A replacement may have come first, and even ended again.
        return child.phase() instanceof Starting
                ? failed(child, why, List.of(), now)
                : LaneStep.to(child);
    }

    /** The one that is there has credentials that were given up: it must not go on with them. */
    private static LaneStep notReplaced(LaneChild child, Beginning beginning) {
        return child.phase() instanceof Up up && beginning.environment().equals(child.environment())
                ? LaneStep.to(child, new End(up.child()))
                : LaneStep.to(child);
    }

    private LaneStep ended(LaneChild child, Greeted greeted, String how, Moment now) {
        if (!(child.phase() instanceof Up up) || !up.child().equals(greeted)) {
            return LaneStep.to(child);
        }
        Duration lifetime = Duration.ofNanos(now.nanos() - up.since());
        // What is left of it, if anything, goes too.
        return failed(
                child.countRestart().history(child.history().afterBeingUp(policy, lifetime)),
                new RpcProblem(
                        Mcp.CHILD_GONE,
                        "cannot answer: the server ended ("
                                + how
                                + ") and is started again; ask once more"),
                List.of(new End(greeted), new TellEnded(how)),
                now);
    }

    /** After a failure it is tried again, unless it never worked or failed too often. */
    private LaneStep failed(LaneChild child, RpcProblem why, List<LaneEffect> first, Moment now) {
        var effects = new ArrayList<>(first);
        LaneChild next =
                switch (child.history().ended(policy, true, Outlook.PASSING, now)) {
                    case RestartDecision.Again(RestartHistory history, Duration wait) -> {
                        effects.add(new Await(wait));
                        // Whoever has waited for one that says nothing has waited long enough.
                        if (why.code() == Mcp.TIMED_OUT) {
                            effects.add(new Refuse(why));
                        }
                        yield child.history(history)
                                .phase(new Waiting(now.nanos() + wait.toNanos()));
                    }
                    case RestartDecision.GaveUp _ -> {
                        effects.add(new GiveUp(givenUp(why)));
                        yield child.phase(new Over());
                    }
                    case RestartDecision.NotRetried _, RestartDecision.Done _ -> {
                        effects.add(new GiveUp(why));
                        yield child.phase(new Over());
                    }
                };
        return new LaneStep(next, effects);
    }

    private static RpcProblem givenUp(RpcProblem last) {
        return new RpcProblem(
                last.code(),
                "cannot go on: the server failed too often and was given up; the last time: "
                        + last.text());
    }

    private static LaneStep retryDue(LaneChild child, Moment now) {
        if (!(child.phase() instanceof Waiting(long retryAt))) {
            return LaneStep.to(child);
        }
        // An earlier wait may have been cut short by a replacement that has ended since.
        long left = retryAt - now.nanos();
        return left > 0 ? LaneStep.to(child, new Await(Duration.ofNanos(left))) : start(child);
    }

    private static LaneStep renewed(LaneChild child, Map<String, String> environment) {
        if (child.phase() instanceof Over || environment.equals(child.environment())) {
            return LaneStep.to(child);
        }
        LaneChild next = child.environment(environment);
        return child.phase() instanceof Up
                ? LaneStep.to(next, new Begin(new Beginning(environment, true)))
                : LaneStep.to(next);
    }

    private static LaneStep closed(LaneChild child) {
        return child.phase() instanceof Over
                ? LaneStep.to(child)
                : LaneStep.to(
                        child.phase(new Over()),
                        new Refuse(
                                new RpcProblem(
                                        Mcp.CHILD_GONE,
                                        "cannot answer: the session has ended; open one")));
    }
}
