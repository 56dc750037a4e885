package dev.foster.cli.ps;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.McpServerView;
import dev.foster.control.ProblemCode;

import java.util.List;
import java.util.Set;

/** {@code foster ps}. */
public final class PsVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("ps", "list processes")
                    .words("[NAME...]")
                    .about(
                            """
                            Lists the processes of the project, or those named: what each is doing, since when, what it
                            uses, and how it last ended. Names may be groups or patterns like 'web*'. Without names
                            the MCP servers follow, if there are any, and what is wrong with foster itself, such as a
                            full disk; with --json that goes to standard error.
                            """)
                    .flag("--json", "one JSON array, for programs")
                    .flag("-w, --watch", "show them again whenever something changes, until Ctrl-C")
                    .inProject()
                    .example("foster ps")
                    .example("foster ps --watch 'worker*'")
                    .example("foster ps --json | jq -r '.[] | select(.ready | not) | .name'");

    public PsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "list the processes");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        List<String> patterns = arguments.words();
        Set<String> wanted = patterns.isEmpty() ? Set.of() : Set.copyOf(client.select(patterns));
        var shown = new Listing(invocation, arguments.has("--json"), wanted);
        if (arguments.has("--watch")) {
            return new LiveProcesses(invocation, shown).run(client);
        }
        shown.print(client.processes(), servers(client));
        shown.printProblems(client.project().problems());
        return ExitCodes.OK;
    }

    private static List<McpServerView> servers(ControlClient client) {
        try {
            return client.mcp().servers();
        } catch (ControlProblem problem) {
            if (problem.code() == ProblemCode.NO_SUCH_PATH) {
                // A daemon of an earlier version has none.
                return List.of();
            }
            throw problem;
        }
    }
}
