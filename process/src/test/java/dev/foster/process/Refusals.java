package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

/** Confined children that must not start. */
final class Refusals {
    private Refusals() {}

    static String message(ProcessEngine engine, String program, Isolation isolation) {
        return problem(
                        engine,
                        ChildSpec.of(program)
                                .confinement(new Confinement(ResourceLimits.none(), isolation)))
                .message();
    }

    /** The problem of such a start; that nothing is left of it is checked on the way. */
    static ChildProblem problem(ProcessEngine engine, ChildSpec spec) {
        Leaks now = Leaks.snapshot();
        ChildProblem problem =
                assertThatExceptionOfType(ProblemException.class)
                        .isThrownBy(() -> engine.spawn(spec))
                        .actual()
                        .problem();
        now.assertNothingLeft();
        // One that was started before may just be on its way out.
        Eventually.until(
                EngineContract.SOON, "no child is left", () -> engine.children().isEmpty());
        assertThat(problem.message()).matches("cannot \\w[^:]*: [^;]+; .+");
        return problem;
    }
}
