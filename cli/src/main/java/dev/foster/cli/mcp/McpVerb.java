package dev.foster.cli.mcp;

import dev.foster.cli.Invocation;
import dev.foster.cli.Verb;
import dev.foster.cli.WordedVerb;
import dev.foster.cli.mcp.bridge.ConnectVerb;
import dev.foster.cli.mcp.self.SelfVerb;
import dev.foster.cli.mcp.serve.ServeVerb;

import java.util.List;
import java.util.Optional;

/** {@code foster mcp}, whose second word says what is done. */
public final class McpVerb extends WordedVerb {
    private static final String ABOUT =
            """
            Servers of the Model Context Protocol are programs that talk JSON on standard input and output.
            Foster puts them behind HTTP, for clients of every revision of the protocol, and looks after their
            processes.
            """;

    public McpVerb(Invocation invocation) {
        super(
                invocation,
                "mcp",
                "MCP servers",
                ABOUT,
                List.of("serve", "connect", "inspect", "ls", "sessions", "kill", "self"));
    }

    @Override
    public String summary() {
        return "put MCP servers behind HTTP, ask them, or be one";
    }

    @Override
    protected Optional<Verb> named(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "serve" -> new ServeVerb(invocation);
                    case "connect" -> new ConnectVerb(invocation);
                    case "inspect" -> new InspectVerb(invocation);
                    case "ls" -> new LsVerb(invocation);
                    case "sessions" -> new SessionsVerb(invocation);
                    case "kill" -> new KillVerb(invocation);
                    case "self" -> new SelfVerb(invocation);
                    default -> null;
                });
    }
}
