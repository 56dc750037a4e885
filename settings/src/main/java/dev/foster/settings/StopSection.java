package dev.foster.settings;

import static dev.foster.document.Notes.says;

import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import java.util.Optional;

/** {@code stop}: how somebody is asked to end. */
public final class StopSection {
    private static final String SIGNALS =
            "^(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR1|SEGV|USR2|PIPE|ALRM|TERM|STKFLT"
                    + "|CHLD|CONT|STOP|TSTP|TTIN|TTOU|URG|XCPU|XFSZ|VTALRM|PROF|WINCH|IO|PWR|SYS)$"
                    + "|^[1-9][0-9]?$";

    /** By name or number. */
    public static final Type<Signal> SIGNAL =
            Type.of(
                    (value, where) -> {
                        Optional<Signal> signal = Scalars.written(value).flatMap(Signal::parse);
                        return signal.isPresent()
                                ? signal
                                : where.expected(value, "the name or number of a signal", "TERM");
                    },
                    it -> it.toString().replaceFirst("^SIG", ""),
                    in -> in.written("integer", SIGNALS, "minimum", 1, "maximum", 64));

    public static final Section<StopPlan> STOP =
            Section.of(
                            "stop",
                            "Stopping",
                            "Below `stop`. The whole process group gets the signal; what is left"
                                    + " after the grace is killed.",
                            StopPlan.defaults())
                    .field(
                            "signal",
                            SIGNAL,
                            StopPlan::signal,
                            StopPlan::signal,
                            says("The polite signal, by name or number.")
                                    .example("INT", "SIGINT", 2))
                    .field(
                            "grace",
                            Types.DURATION,
                            StopPlan::grace,
                            StopPlan::grace,
                            says("How long it has after the signal."))
                    .field(
                            "eof_wait",
                            Types.DURATION,
                            StopPlan::eofWait,
                            StopPlan::eofWait,
                            says(
                                    "How long it has after its input was closed, before the signal;"
                                            + " only for a process whose input is open."));

    private StopSection() {}
}
