package dev.foster.cli.mcp.self;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.mcp.pipe.ClientPipe;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code foster mcp self}: Foster for clients that would rather ask it than a person. */
public final class SelfVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("mcp self", "be a server")
                    .about(
                            """
                            Foster itself as an MCP server on standard input and output: a client lists the processes of the
                            project that runs here, reads their logs and events, and asks why one is as it is.
                            """)
                    .flag("--allow-changes", "let it also start, stop and restart them")
                    .inProject()
                    .example("foster mcp self -C ~/project")
                    .example("foster mcp self --allow-changes");

    public SelfVerb(Invocation invocation) {
        super(invocation, OPTIONS, "be a server that tells about this project");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        var client = new ClientPipe(invocation.in(), invocation.out());
        var server =
                new SelfServer(
                        Tools.all(arguments.has("--allow-changes")),
                        () -> ChosenProject.client(invocation, arguments, name()));
        var running = new ArrayList<Thread>();
        for (Optional<RpcMessage> next = client.next(); next.isPresent(); next = client.next()) {
            RpcMessage message = next.get();
            if (message.isRequest()) {
                running.removeIf(thread -> !thread.isAlive());
                running.add(
                        Thread.ofVirtual()
                                .name("foster-mcp-answer")
                                .start(() -> client.send(server.answer(message))));
            }
        }
        try {
            for (Thread thread : running) {
                thread.join();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        return ExitCodes.OK;
    }
}
