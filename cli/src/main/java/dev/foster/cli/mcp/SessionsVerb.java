package dev.foster.cli.mcp;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.Amounts;
import dev.foster.control.McpSessionView;
import dev.foster.json.JsonText;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** {@code foster mcp sessions}. */
final class SessionsVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("mcp sessions", "list sessions")
                    .about(
                            """
                            Lists who uses the MCP servers of the project that runs here: since when, when something was last
                            heard, what waits for an answer, and the process behind it. Clients of the newest revision
                            have no sessions; foster mcp ls counts their processes.
                            """)
                    .flag("--json", "one JSON array, for programs")
                    .inProject()
                    .example("foster mcp sessions");

    SessionsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "list who uses them");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<McpSessionView> sessions =
                ChosenProject.client(invocation, arguments, name()).mcp().sessions();
        if (arguments.has("--json")) {
            invocation
                    .out()
                    .println(
                            JsonText.write(sessions.stream().map(McpSessionView::toJson).toList()));
            return ExitCodes.OK;
        }
        var rows =
                new Rows(
                        "SESSION",
                        "SERVER",
                        "CALLER",
                        "VERSION",
                        "OPEN",
                        "QUIET",
                        "RUNNING",
                        "PID",
                        "RESTARTS");
        Instant now = Instant.now();
        for (McpSessionView session : sessions) {
            rows.add(
                    session.id(),
                    session.server(),
                    session.caller(),
                    session.version(),
                    Amounts.elapsed(Duration.between(session.openedAt(), now)),
                    Amounts.elapsed(Duration.between(session.heardAt(), now)),
                    "" + session.running(),
                    session.pid().map(pid -> "" + pid).orElse("-"),
                    "" + session.restarts());
        }
        rows.lines().forEach(invocation.out()::println);
        return ExitCodes.OK;
    }
}
