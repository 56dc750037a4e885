package dev.foster.cli.mcp.bridge;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.mcp.link.LinkOptions;
import dev.foster.cli.mcp.link.ServerLink;
import dev.foster.cli.mcp.pipe.ClientPipe;
import dev.foster.control.ControlProblem;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.List;
import java.util.Optional;

/** {@code foster mcp connect}: a server of a gateway, for a client that starts its servers. */
public final class ConnectVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            LinkOptions.addTo(
                            Options.of("mcp connect", "connect")
                                    .words("[SERVER]")
                                    .about(
                                            """
                                            Talks MCP on standard input and output, for clients that start their servers as programs, and
                                            passes everything on to a server of the project that runs here. Ends with its input. When the
                                            project is restarted meanwhile, the client does not notice.
                                            """))
                    .example("foster mcp connect everything -C ~/project")
                    .example(
                            "foster mcp connect --url https://mcp.example.org/mcp/git --token-file"
                                    + " token");

    public ConnectVerb(Invocation invocation) {
        super(invocation, OPTIONS, "be a server on standard input, for clients that want one");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        Optional<String> server =
                arguments.words().isEmpty() ? Optional.empty() : Optional.of(arguments.word());
        if (server.isPresent() && arguments.has("--url")) {
            throw OPTIONS.problem("--url names the server; leave out SERVER");
        }
        var client = new ClientPipe(invocation.in(), invocation.out());
        try (ServerLink link = LinkOptions.open(invocation, arguments, OPTIONS, server)) {
            link.check();
            pass(new Bridge(link, client));
            return ExitCodes.OK;
        } catch (ControlProblem problem) {
            tellFirst(client, problem);
            throw problem;
        }
    }

    /** A client may end us by a signal: its session must not stay behind then either. */
    private static void pass(Bridge bridge) {
        var hook = new Thread(bridge::end, "foster-mcp-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            bridge.run();
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The program ends already, and the hook does what is left to do.
        }
    }

    /** A client shows its person the answer to its first request, and seldom our standard error. */
    private static void tellFirst(ClientPipe client, ControlProblem problem) {
        for (Optional<RpcMessage> next = client.next(); next.isPresent(); next = client.next()) {
            if (next.get().isRequest()) {
                client.send(
                        RpcMessage.error(
                                next.get().id(),
                                new RpcProblem(
                                        Mcp.CHILD_GONE, String.valueOf(problem.getMessage()))));
                return;
            }
        }
    }
}
