package dev.foster.cli.explain;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
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

    public PlanVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print what a reload would do");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        PlanView plan = ChosenProject.client(invocation, arguments, name()).plan();
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(plan.toJson()));
            return ExitCodes.OK;
        }
        plan.warnings().forEach(warning -> invocation.err().println(TerminalText.line(warning)));
        plan.changes().forEach(this::print);
        invocation
                .out()
                .println(
                        plan.changes().isEmpty()
                                ? "nothing would change"
                                : plan.unchanged() + " unchanged");
        return ExitCodes.OK;
    }

    private void print(PlanChange change) {
        String why = change.reasons().isEmpty() ? "" : ": " + String.join("; ", change.reasons());
        invocation.out().println(TerminalText.line(change.action() + " " + change.name() + why));
    }
}
