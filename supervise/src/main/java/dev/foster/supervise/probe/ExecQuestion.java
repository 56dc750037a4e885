package dev.foster.supervise.probe;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.Line;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputMode;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Stdin;
import dev.foster.process.StopPlan;
import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.probe.ProbeResult.Good;
import dev.foster.supervise.spec.Probe;

import java.util.List;

/** Does a command end with exit code 0? */
record ExecQuestion(Probe.Exec probe, ProcessEngine engine) implements Question {
    private static final OutputLimits LITTLE =
            OutputLimits.defaults().keep(4096).backlog(4096).maxLine(512);

    @Override
    public void ask(RunningAttempt attempt) {
        ChildSpec spec =
                probe.child().stdin(Stdin.NULL).outputMode(OutputMode.MERGED).outputLimits(LITTLE);
        Child child;
        try {
            child = engine.spawn(spec);
        } catch (ProblemException problem) {
            attempt.decide(new Bad(problem.problem().message()));
            attempt.end();
            return;
        }
        // Also after its exit: whatever it left running must not outlive the question.
        attempt.hold(
                () -> {
                    var _ = child.stop(StopPlan.kill()).whenComplete((_, _) -> attempt.end());
                });
        var _ = child.exit().thenAccept(exit -> attempt.decide(verdict(child, exit)));
    }

    private static ProbeResult verdict(Child child, Exit exit) {
        if (exit.clean()) {
            return new Good();
        }
        List<Line> last = child.output().tail(1);
        return new Bad(
                exit.describe() + (last.isEmpty() ? "" : ": " + last.getFirst().text().strip()));
    }
}
