package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.rules.TreeInput.Role;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;

import java.time.Duration;
import java.util.Optional;

/** What the probes of a child that is up mean: when it is ready, when it is unhealthy. */
final class ProbeRules {
    private ProbeRules() {}

    static Up begin(ChildFacts child, long pid, long now) {
        ProcessSpec spec = child.spec();
        Readiness readiness = spec.readiness();
        long stableAt = child.history().forgivenAt(spec.restart(), now);
        if (readiness.probe().isEmpty()) {
            return new Up(
                    pid, now, true, NEVER, firstLiveProbe(spec, now), false, 0, stableAt, false);
        }
        long readyBy = now + readiness.within().toNanos();
        long probeAt = readiness.probe().get().asks() ? now : NEVER;
        return new Up(pid, now, false, readyBy, probeAt, false, 0, stableAt, false);
    }

    private static long firstLiveProbe(ProcessSpec spec, long now) {
        return spec.liveness().map(liveness -> now + liveness.period().toNanos()).orElse(NEVER);
    }

    /** The probes of a child that is up and has got a new spec. */
    static Up adapt(Up up, ProcessSpec spec, long now) {
        boolean asks = spec.readiness().probe().filter(Probe::asks).isPresent();
        long probeAt = up.ready() ? firstLiveProbe(spec, now) : asks ? now : NEVER;
        return up.probe(probeAt, false, 0);
    }

    /** A run that became ready beside another, from the moment it counts: nothing failed in it. */
    static Up takeOver(Up up, ProcessSpec spec, long now) {
        return new Up(
                up.pid(),
                up.since(),
                true,
                NEVER,
                firstLiveProbe(spec, now),
                false,
                0,
                NEVER,
                up.suspended());
    }

    static Step becameReady(ChildFacts child, Up up, Moment now) {
        ChildFacts next =
                child.becameReady()
                        .state(up.becameReady(firstLiveProbe(child.spec(), now.nanos())));
        var took = Optional.of(Duration.ofNanos(now.nanos() - up.since()));
        return Step.to(
                next,
                new Effect.StopAsking(child.name(), child.run()),
                new Effect.Tell(new ProcessEvent.Ready(next.id(), took)));
    }

    static Step watchdogHeard(ChildFacts child, Up up, Moment now) {
        return child.spec()
                .liveness()
                .filter(liveness -> liveness.probe() instanceof Probe.Notify)
                .map(_ -> well(child, up, now))
                .orElse(Step.to(child));
    }

    static Step onDeadline(ChildFacts child, Up up, Moment now) {
        if (up.stableAt() <= now.nanos()) {
            return Step.to(
                    child.history(child.history().forgiven(child.spec().restart()))
                            .state(up.stable()));
        }
        if (!up.ready() && up.readyBy() <= now.nanos()) {
            var why = new Reason.NotReady(child.spec().readiness().within());
            // Whoever stops it already decides what comes next.
            return child.leaving().isPresent()
                    ? Step.to(child.state(up.patient()))
                    : ChildRules.notReady(child, up, why, now);
        }
        if (up.probeAt() > now.nanos()) {
            return Step.to(child);
        }
        if (!up.ready()) {
            return up.probing() ? readinessMissed(child, up, now) : ask(child, up, Role.READY, now);
        }
        Liveness liveness = child.spec().liveness().orElseThrow();
        return up.probing() || liveness.probe() instanceof Probe.Notify
                ? livenessMissed(child, up, "no answer", now)
                : ask(child, up, Role.LIVE, now);
    }

    private static Step ask(ChildFacts child, Up up, Role role, Moment now) {
        Probe probe;
        Duration timeout;
        if (role == Role.READY) {
            probe = child.spec().readiness().probe().orElseThrow();
            timeout = child.spec().readiness().timeout();
        } else {
            Liveness liveness = child.spec().liveness().orElseThrow();
            probe = liveness.probe();
            timeout = liveness.timeout();
        }
        long answerBy = now.nanos() + timeout.toNanos() + ChildRules.PROBE_SLACK;
        return Step.to(
                child.state(up.probe(answerBy, true, up.misses())),
                new Effect.Ask(child.name(), child.run(), role, probe, timeout));
    }

    /** A probe has been answered, well or badly. */
    static Step answered(ChildFacts child, TreeInput.Probed event, Moment now) {
        if (!(child.state() instanceof Up up) || !up.probing()) {
            return Step.to(child);
        }
        if (up.ready() != (event.role() == Role.LIVE)) {
            return Step.to(child);
        }
        if (event.role() == Role.READY) {
            return event.good() ? becameReady(child, up, now) : readinessMissed(child, up, now);
        }
        return event.good() ? well(child, up, now) : livenessMissed(child, up, event.why(), now);
    }

    private static Step readinessMissed(ChildFacts child, Up up, Moment now) {
        long again = now.nanos() + child.spec().readiness().period().toNanos();
        return Step.to(child.state(up.probe(again, false, 0)));
    }

    private static Step well(ChildFacts child, Up up, Moment now) {
        long again = now.nanos() + child.spec().liveness().orElseThrow().period().toNanos();
        ChildFacts next = child.state(up.probe(again, false, 0));
        return up.misses() == 0
                ? Step.to(next)
                : Step.to(next, new Effect.Tell(new ProcessEvent.ProbeRecovered(next.id())));
    }

    private static Step livenessMissed(ChildFacts child, Up up, String why, Moment now) {
        Liveness liveness = child.spec().liveness().orElseThrow();
        int misses = up.misses() + 1;
        if (misses >= liveness.failures() && child.leaving().isEmpty()) {
            return ChildRules.unhealthy(child, up, new Reason.Unhealthy(why), now);
        }
        long again = now.nanos() + liveness.period().toNanos();
        return Step.to(
                child.state(up.probe(again, false, misses)),
                new Effect.Tell(
                        new ProcessEvent.ProbeFailed(
                                child.id(), misses, liveness.failures(), why)));
    }
}
