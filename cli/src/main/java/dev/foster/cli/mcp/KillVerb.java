package dev.foster.cli.mcp;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.McpSessionView;
import dev.foster.control.ProblemCode;

import java.util.List;

/** {@code foster mcp kill}. */
final class KillVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("mcp kill", "end a session")
                    .words("SESSION")
                    .about(
                            """
                            Ends a client's session, and the process that served it alone. The beginning of its name is
                            enough. The client is told that its session is over, and may open another.
                            """)
                    .inProject()
                    .example("foster mcp kill xNBZT5");

    KillVerb(Invocation invocation) {
        super(invocation, OPTIONS, "end a session");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        McpSessionView session = session(client, arguments.word());
        client.endMcpSession(session.id());
        invocation
                .out()
                .println(session.id() + ": the session with " + session.server() + " is over");
        return ExitCodes.OK;
    }

    private static McpSessionView session(ControlClient client, String begin) {
        List<McpSessionView> meant =
                client.mcp().sessions().stream()
                        .filter(session -> session.id().startsWith(begin))
                        .toList();
        if (meant.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.UNKNOWN_NAME,
                    "cannot end the session "
                            + begin
                            + ": there is none that begins so; see foster mcp sessions");
        }
        if (meant.size() > 1) {
            throw new ControlProblem(
                    ProblemCode.UNKNOWN_NAME,
                    "cannot end the session "
                            + begin
                            + ": "
                            + meant.size()
                            + " begin so; write more of it");
        }
        return meant.getFirst();
    }
}
