package dev.foster.process.internal.linux;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Excess;
import dev.foster.process.ProblemException;
import dev.foster.process.internal.SpawnDiagnosis;
import dev.foster.process.internal.cgroup.Cgroups;
import dev.foster.process.internal.cgroup.ChildGroup;
import dev.foster.process.internal.confine.Launching;
import dev.foster.process.internal.confine.OddNames;
import dev.foster.process.internal.confine.Report;

import java.util.List;
import java.util.Optional;

/**
 * A start within bounds: the cgroup made for it, the command that leads to the child, and where
 * that tells how it goes.
 */
record Confined(List<String> command, OddNames odd, Report report, Optional<ChildGroup> group) {

    /** Empty when nothing has to be done for what the child is confined to. */
    static Optional<Confined> prepare(
            ChildSpec spec, String executable, OwnEnvironment environment) {
        Confinement wanted = spec.confinement();
        if (wanted.isNone()) {
            return Optional.empty();
        }
        Optional<ChildGroup> group =
                Cgroups.shared().groupFor(wanted.limits(), spec.command().getFirst());
        if (group.isEmpty() && wanted.limits().files().isEmpty() && wanted.isolation().isNone()) {
            return Optional.empty();
        }
        boolean done = false;
        try {
            SpawnDiagnosis.beforehand(spec, executable)
                    .ifPresent(
                            problem -> {
                                throw new ProblemException(problem);
                            });
            Report report = Report.onDescriptor(spec.readyDescriptor().orElse(-1));
            OddNames odd = environment.oddNames(spec.environment());
            List<String> command =
                    Launching.command(spec, executable, group.map(ChildGroup::door), odd, report);
            done = true;
            return Optional.of(new Confined(command, odd, report, group));
        } finally {
            if (!done) {
                group.ifPresent(Cgroups.shared()::retire);
            }
        }
    }

    /** Looks at what the chain told once it has let go of its descriptor. */
    void check(String told, String program) {
        if (Report.tellsOfStart(told)) {
            return;
        }
        Optional<Excess> over = group.flatMap(ChildGroup::overLimit);
        throw new ProblemException(
                over.<ChildProblem>map(
                                excess ->
                                        new ChildProblem.CannotConfine(
                                                "start " + program,
                                                excess.describe(),
                                                "allow it more"))
                        .orElseGet(() -> Report.problem(told, program)));
    }

    /** The start failed: whoever joined the cgroup ends. */
    void forget() {
        group.ifPresent(ChildGroup::kill);
        group.ifPresent(Cgroups.shared()::retire);
    }
}
