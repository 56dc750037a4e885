package dev.foster.cli.explain;

import dev.foster.cli.Arguments;
import dev.foster.cli.Caller;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Options;
import dev.foster.cli.Project;
import dev.foster.cli.Safe;
import dev.foster.control.PlanChange;
import dev.foster.control.PlanView;
import dev.foster.json.JsonText;

import java.util.List;

/** {@code foster plan}. */
public final class PlanVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plan", "plan a reload")
                    .about(
                            """
                            Reads the project's files again and prints exactly what foster reload would do with them now,
                            without doing it.
                            """)
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster plan");

    public PlanVerb(Caller caller) {
        super(caller, OPTIONS, "print what a reload would do");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        PlanView plan = Project.client(caller, arguments, name()).plan();
        if (arguments.has("--json")) {
            caller.out().println(JsonText.write(plan.toJson()));
            return ExitCodes.OK;
        }
        plan.warnings().forEach(warning -> caller.err().println(Safe.line(warning)));
        plan.changes().forEach(this::print);
        caller.out()
                .println(
                        plan.changes().isEmpty()
                                ? "nothing would change"
                                : plan.unchanged() + " unchanged");
        return ExitCodes.OK;
    }

    private void print(PlanChange change) {
        String why = change.reasons().isEmpty() ? "" : ": " + String.join("; ", change.reasons());
        caller.out().println(Safe.line(change.action() + " " + change.name() + why));
    }
}
