package dev.foster.cli.mcp;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.McpServerView;
import dev.foster.json.JsonText;

import java.util.List;

/** {@code foster mcp ls}. */
final class LsVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("mcp ls", "list MCP servers")
                    .about(
                            """
                            Lists the MCP servers of the project that runs here: what each speaks, who shares its processes,
                            how many sessions and processes it has, how often those were restarted, how many requests were
                            answered, and where clients find it.
                            """)
                    .flag("--json", "one JSON array, for programs")
                    .inProject()
                    .example("foster mcp ls");

    LsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "list the servers of the project");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<McpServerView> servers =
                ChosenProject.client(invocation, arguments, name()).mcp().servers();
        if (arguments.has("--json")) {
            invocation
                    .out()
                    .println(JsonText.write(servers.stream().map(McpServerView::toJson).toList()));
            return ExitCodes.OK;
        }
        var rows =
                new Rows(
                        "NAME",
                        "ERA",
                        "SHARED",
                        "SESSIONS",
                        "CHILDREN",
                        "RESTARTS",
                        "CALLS",
                        "ERRORS",
                        "URL");
        for (McpServerView server : servers) {
            rows.add(
                    server.name(),
                    server.era().orElse("-"),
                    server.sharing(),
                    "" + server.sessions(),
                    "" + server.children(),
                    "" + server.restarts(),
                    "" + server.calls(),
                    "" + server.errors(),
                    server.url());
        }
        rows.lines().forEach(invocation.out()::println);
        return ExitCodes.OK;
    }
}
