package dev.foster.cli.mcp.serve;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.process.ChildSpec;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServerSpec.Sharing;
import dev.foster.stdio.spec.ServiceSettings;
import dev.foster.stdio.spec.Times;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code foster mcp serve}: servers behind HTTP, without a project. */
public final class ServeVerb extends DeclaredVerb {
    private static final int PORT = 8808;
    private static final int LARGEST_PORT = 65_535;

    /** What stands for "until the last client has gone" where a duration has to be. */
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private static final Options OPTIONS =
            Options.of("mcp serve", "serve")
                    .words("[-- COMMAND [ARGUMENT...]]")
                    .about(
                            """
                            Puts an MCP server that talks on standard input and output behind HTTP, until SIGINT or SIGTERM.
                            Each client gets a process of its own, which ends with it. Clients of every revision are
                            served, whichever the server speaks. Prints the address of each server once it listens, and on
                            standard error what to paste into a client, then what the servers say there.
                            """)
                    .value("-p, --port", "PORT", "(default: 8808; 0: any that is free)")
                    .value("--listen", "ADDRESS", "where to listen (default: 127.0.0.1)")
                    .value(
                            "--name",
                            "TEXT",
                            "the server's name in its address (default: from the command)")
                    .value(
                            "--file",
                            "FILE",
                            "serve what this file of a client names under mcpServers")
                    .value("--token", "TOKEN", "the token clients must show; others can see it")
                    .value(
                            "--token-file",
                            "FILE",
                            "a file with that token, or several, one a line; may change")
                    .flag("--no-auth", "let in every client on this machine")
                    .value(
                            "--share",
                            "client|all",
                            "who shares a process: nobody but a client with itself\n"
                                    + "(default), or all clients")
                    .value("--warm", "N", "processes that wait, started, for clients (default: 0)")
                    .value("--era", "legacy|modern", "what the server speaks (default: found out)")
                    .value(
                            "--token-variable",
                            "VARIABLE",
                            "where a process finds its client's token in its environment")
                    .value(
                            "--idle",
                            "DURATION",
                            "end sessions that were quiet this long (default: 30m; 0: none)")
                    .value("--sessions", "N", "how many clients at most (default: 100)")
                    .flag("--json", "one JSON line when it listens, for programs")
                    .example("foster mcp serve -- npx -y @modelcontextprotocol/server-everything")
                    .example("foster mcp serve --token-file token --warm 1 -- uvx mcp-server-git")
                    .example("foster mcp serve --file .mcp.json");

    public ServeVerb(Invocation invocation) {
        super(invocation, OPTIONS, "put servers behind HTTP, without a project");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        boolean anybodys = arguments.has("--warm") || arguments.has("--share");
        if (arguments.has("--token-variable") && anybodys) {
            throw OPTIONS.problem(
                    "--token-variable needs a process for each client alone; leave out --warm and"
                            + " --share");
        }
        List<OfferedServer> servers = servers(arguments);
        ServeAccess access = ServeAccess.of(arguments, OPTIONS, invocation.directory());
        ServiceSettings settings = settings(arguments, access);
        for (OfferedServer server : servers) {
            Optional<String> missing = MissingProgram.of(server, invocation);
            if (missing.isPresent()) {
                invocation.err().println(missing.get());
                return ExitCodes.NOT_FOUND;
            }
        }
        List<ServerSpec> specs = servers.stream().map(server -> spec(server, arguments)).toList();
        return new GatewayServing(invocation, specs, settings, access, arguments.has("--json"))
                .run();
    }

    private List<OfferedServer> servers(Arguments arguments) {
        List<String> command = arguments.words();
        if (arguments.has("--file")) {
            if (!command.isEmpty() || arguments.has("--name")) {
                throw OPTIONS.problem("--file names the servers; leave out COMMAND and --name");
            }
            Path path = invocation.directory().resolve(arguments.value("--file").orElseThrow());
            ServersFile file = ServersFile.read(path);
            file.skipped()
                    .forEach(
                            name ->
                                    invocation
                                            .err()
                                            .println(
                                                    "foster: "
                                                            + name
                                                            + " is left out: it has no command,"
                                                            + " or is disabled"));
            return file.servers();
        }
        if (command.isEmpty()) {
            throw OPTIONS.problem("COMMAND is missing");
        }
        String name = arguments.value("--name").orElseGet(() -> ServerName.of(command));
        if (!ServerName.SHAPE.matcher(name).matches()) {
            throw OPTIONS.problem(
                    "the name \"" + name + "\" has more than letters, digits, -, _ and .");
        }
        return List.of(OfferedServer.of(name, command));
    }

    private ServiceSettings settings(Arguments arguments, ServeAccess access) {
        int port = arguments.count("--port").orElse(PORT);
        if (port > LARGEST_PORT) {
            throw OPTIONS.problem("--port " + port + " is not a port");
        }
        InetAddress address = address(arguments.value("--listen").orElse("127.0.0.1"));
        if (access.open() && !address.isLoopbackAddress()) {
            throw OPTIONS.problem(
                    "--no-auth would let in whoever reaches "
                            + address.getHostAddress()
                            + "; leave out one of them");
        }
        // Elsewhere than on the loopback the names it is reached by are not known here. A token is
        // needed there, and that no page has which a person happens to have open.
        HostPolicy rules =
                address.isLoopbackAddress()
                        ? HostPolicy.loopback()
                        : HostPolicy.loopback().hosts(Set.of("*"));
        int sessions = arguments.count("--sessions").orElse(FrontLimits.defaults().sessions());
        FrontLimits limits =
                FrontLimits.defaults()
                        .sessions(sessions)
                        // There is one token for all: whoever shows it may have all of them.
                        .sessionsPerCaller(sessions);
        Optional<Duration> idle = arguments.duration("--idle");
        return new ServiceSettings(
                new InetSocketAddress(address, port),
                Optional.empty(),
                rules,
                access.credentials(),
                Set.of(),
                idle.map(limits::idle).orElse(limits));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException unknown) {
            throw OPTIONS.problem("--listen \"" + text + "\" is not an address of this machine");
        }
    }

    private ServerSpec spec(OfferedServer server, Arguments arguments) {
        ChildSpec child =
                ChildSpec.of(server.command())
                        .directory(
                                invocation
                                        .directory()
                                        .resolve(server.directory().orElse(""))
                                        .toAbsolutePath());
        ServerSpec spec =
                ServerSpec.of(
                                server.name(),
                                child.environment(child.environment().with(server.environment())))
                        .warm(arguments.count("--warm").orElse(0));
        if (arguments.value("--share").equals(Optional.of("all"))) {
            spec = spec.sharing(Sharing.SHARED);
        }
        Optional<Era> era =
                arguments
                        .value("--era")
                        .map(word -> word.equals("modern") ? Era.MODERN : Era.LEGACY);
        spec = era.map(spec::era).orElse(spec);
        spec = arguments.value("--token-variable").map(spec::tokenVariable).orElse(spec);
        Optional<Duration> idle = arguments.duration("--idle");
        return idle.isEmpty() ? spec : spec.times(Times.defaults().idle(kept(idle.get())));
    }

    private static Duration kept(Duration idle) {
        return idle.isZero() ? FOR_EVER : idle;
    }
}
