package dev.foster.cli.bus;

import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.config.ConfigProblem;
import dev.foster.bus.config.ServerSettings;
import dev.foster.bus.config.TlsFiles;
import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.UsageProblem;
import dev.foster.http.Strangers;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code foster bus serve}: the broker in the place of {@code nats-server}. */
final class ServeVerb extends DeclaredVerb {
    /** The server whose protocol and answers this one follows. */
    private static final String VERSION = "nats-server: v2.9.10-compatible (foster)";

    private static final Options OPTIONS =
            Options.of("bus serve", "serve the bus")
                    .about(
                            """
                            Serves a bus until SIGINT or SIGTERM, with the flags and the configuration file of nats-server. SIGHUP
                            reads the file and the certificates again; SIGUSR2 lets it leave gently, as a lame duck. It listens on
                            127.0.0.1; nats-server itself listens everywhere: -a 0.0.0.0 does that, with TLS and credentials, or with
                            --insecure. What this broker has not (JetStream, clusters, accounts) is refused.
                            """)
                    .value(
                            "-p, --port",
                            "PORT",
                            "for clients (default: 4222; -1: any that is free)")
                    .value("-a, --net, --addr", "HOST", "to listen at (default: 127.0.0.1)")
                    .value(
                            "-m, --http_port",
                            "PORT",
                            "for monitoring: /varz, /connz, /subsz, /healthz")
                    .value("-n, --name, --server_name", "NAME", "what the server calls itself")
                    .value("--user", "NAME", "let in only this user,")
                    .value("--pass", "TEXT", "and only with this password")
                    .value("--auth", "TOKEN", "let in only who shows this token")
                    .value("-c, --config", "FILE", "a configuration file of nats-server")
                    .flag("-t", "only check the configuration")
                    .flag("--tls", "every client must use TLS")
                    .value("--tlscert", "FILE", "the server's certificate, in PEM")
                    .value("--tlskey", "FILE", "its private key, in PEM")
                    .flag("--tlsverify", "clients must show a certificate as well")
                    .value("--tlscacert", "FILE", "whose certificates of clients are good, in PEM")
                    .flag(
                            "--insecure",
                            "listen elsewhere than on loopback without TLS or credentials")
                    .value("-P, --pid", "FILE", "write the process id there")
                    .value("-l, --log", "FILE", "write the log there instead of to standard error")
                    .flag("-D, --debug", "accepted, without effect; so are -V and -T")
                    .flag("-V, --trace", "see -D")
                    .flag("-T, --logtime", "see -D")
                    .flag("-v, --version", "say whose place this takes")
                    .example("foster bus serve -p 4222")
                    .example("foster bus serve -p -1 -m 8222 --auth $TOKEN")
                    .example("foster bus serve -c nats.conf");

    ServeVerb(Invocation invocation) {
        super(invocation, OPTIONS, "serve a bus, in the place of nats-server");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(GoFlags.translated(words, OPTIONS));
        if (arguments.has("--version")) {
            invocation.out().println(VERSION);
            return ExitCodes.OK;
        }
        ServerSettings settings;
        try {
            settings = settings(arguments);
        } catch (ConfigProblem problem) {
            invocation.err().println(problem.getMessage());
            return ExitCodes.USAGE;
        }
        if (arguments.has("-t")) {
            invocation.err().println("nats-server: the configuration is valid");
            return ExitCodes.OK;
        }
        return new BusServing(invocation, settings, () -> settings(arguments)).run();
    }

    /** What the file says, and over it what the command line says. */
    private ServerSettings settings(Arguments arguments) {
        ServerSettings settings =
                arguments
                        .value("--config")
                        .map(
                                name ->
                                        ServerSettings.read(
                                                file(name),
                                                invocation.directory(),
                                                invocation.environment()))
                        .orElseGet(ServerSettings::defaults);
        settings = settings.withOptions(options(arguments, settings.options()));
        if (!arguments.has("--insecure")) {
            Exposure.check(settings.options());
        }
        if (arguments.has("--http_port")) {
            settings =
                    settings.withMonitor(
                            new ServerSettings.Address(
                                    settings.options().host(), port(arguments, "--http_port", 0)));
        }
        if (arguments.has("--pid")) {
            settings = settings.withPidFile(file(arguments.value("--pid").orElseThrow()));
        }
        if (arguments.has("--log")) {
            settings = settings.withLogFile(file(arguments.value("--log").orElseThrow()));
        }
        return settings;
    }

    private BrokerOptions options(Arguments arguments, BrokerOptions read) {
        BrokerOptions options =
                read.withHost(arguments.value("--addr").orElse(read.host()))
                        .withName(arguments.value("--server_name").orElse(read.name()))
                        .withStrangers(Strangers.share());
        if (arguments.has("--port")) {
            options = options.withPort(port(arguments, "--port", ServerSettings.PORT));
        }
        options = access(arguments).map(options::withAccess).orElse(options);
        return tls(arguments).map(options::withTls).orElse(options);
    }

    /** As the server has it: 0 is the usual one, -1 a free one. */
    private static int port(Arguments arguments, String option, int usual) {
        String text = arguments.value(option).orElseThrow();
        if (!text.matches("-1|\\d{1,5}") || Integer.parseInt(text) > 65_535) {
            throw OPTIONS.problem(option + " \"" + text + "\" is not a port");
        }
        int number = Integer.parseInt(text);
        return number < 0 ? 0 : number == 0 ? usual : number;
    }

    private static Optional<BrokerOptions.Access> access(Arguments arguments) {
        Optional<String> token = arguments.value("--auth");
        if (arguments.has("--user") != arguments.has("--pass")) {
            throw OPTIONS.problem("--user and --pass belong together");
        }
        if (token.isPresent() && arguments.has("--user")) {
            throw OPTIONS.problem("--auth and --user exclude each other");
        }
        if (token.isPresent()) {
            return Optional.of(new BrokerOptions.Access(token, List.of(), false));
        }
        return arguments
                .value("--user")
                .map(name -> BusUser.of(name, arguments.value("--pass").orElseThrow()))
                .map(user -> new BrokerOptions.Access(Optional.empty(), List.of(user), false));
    }

    private Optional<BrokerOptions.Tls> tls(Arguments arguments) {
        boolean wanted =
                arguments.has("--tls")
                        || arguments.has("--tlsverify")
                        || arguments.has("--tlscert");
        if (!wanted) {
            return Optional.empty();
        }
        Optional<Path> certificate = arguments.value("--tlscert").map(this::file);
        Optional<Path> key = arguments.value("--tlskey").map(this::file);
        if (certificate.isEmpty() || key.isEmpty()) {
            throw OPTIONS.problem("TLS needs --tlscert and --tlskey");
        }
        try {
            return Optional.of(
                    TlsFiles.load(
                            certificate.get(),
                            key.get(),
                            arguments.value("--tlscacert").map(this::file),
                            arguments.has("--tlsverify")));
        } catch (ConfigProblem problem) {
            throw new UsageProblem(String.valueOf(problem.getMessage()));
        }
    }

    private Path file(String name) {
        return invocation.directory().resolve(name);
    }
}
