package dev.foster.cli.up;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.VersionVerb;
import dev.foster.control.ProjectPaths;
import dev.foster.daemon.DaemonOptions;
import dev.foster.daemon.EndRule;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.daemon.config.ProjectReader;
import dev.foster.process.EngineOptions;
import dev.foster.tui.Tui;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code foster up}. */
public final class UpVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("up", "bring the project up")
                    .words("[NAME...]")
                    .about(
                            """
                            Starts the processes of foster.yaml, each when those it depends on are ready, and keeps them
                            running. With names, only those and what they depend on. Without a foster.yaml, a
                            process-compose.yaml or a Procfile will do.

                            On a terminal it opens the screen: ? shows the keys, q leaves it and asks what becomes of the
                            processes. Elsewhere, and with --lines, it prints what they say. Ctrl-C stops everything in
                            order; a second Ctrl-C kills it. From other terminals, look at it with foster attach, foster ps,
                            foster logs and foster why.

                            Ends with code 0 after Ctrl-C or foster down. Without the screen it also ends when all processes
                            have ended for good, with the code of the first that failed, or 0; those that wait for one that has
                            failed do not keep it up.

                            When the Java heap is used up it ends with code 3, and all processes with it.

                            SIGUSR1 to the daemon opens the log files anew, for logrotate; that one was moved or deleted is
                            noticed without it, too, with the next line.
                            """)
                    .flag("-d, --detach", "go on in the background; foster down ends it")
                    .value(
                            "-f, --file",
                            "FILE",
                            "the project's file, instead of the one in this folder;\n"
                                    + "several are laid on top of each other")
                    .flag("--no-deps", "start just the processes that are named")
                    .value(
                            "--exit-on",
                            "failure|completion",
                            "end everything as soon as one process fails for good, or\n"
                                    + "ends for good at all; with that process's exit code")
                    .value(
                            "--port",
                            "N",
                            "open the API on a port of this machine too, with a token;\n"
                                    + "0 takes any")
                    .flag(
                            "--lines",
                            "print what the processes say line by line, also on a terminal")
                    .flag("-q, --quiet", "do not print what the processes say")
                    .inProject()
                    .example("foster up")
                    .example("foster up -d web && foster wait web --for ready")
                    .example("foster up --exit-on failure")
                    .example("foster up -f Procfile");

    public UpVerb(Invocation invocation) {
        super(invocation, OPTIONS, "start the project and keep it running");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<Path> explicit =
                arguments.values("--file").stream()
                        .map(file -> invocation.directory().resolve(file))
                        .toList();
        ProjectPaths paths = paths(arguments, explicit);
        ProjectFiles files = ProjectFiles.of(paths.directory(), explicit);
        var options =
                new DaemonOptions(
                        paths,
                        files,
                        invocation.environment(),
                        VersionVerb.version(),
                        arguments.count("--port"),
                        engine());
        var wish =
                new Wish(
                        arguments.words(),
                        !arguments.has("--no-deps"),
                        rule(arguments.value("--exit-on")),
                        arguments.has("--quiet"));
        boolean detach = arguments.has("--detach");
        if (!detach && !onScreen(arguments)) {
            return new ForegroundDaemon(invocation, options).run(wish);
        }
        // What is wrong with the files is told here, where somebody reads it.
        boolean web = ProjectReader.read(files, options.environment()).web().isPresent();
        return detach
                ? new Detached(invocation, paths).run(words, web)
                : new OnScreen(invocation, paths).run(words);
    }

    private boolean onScreen(Arguments arguments) {
        return !DaemonProcess.isSelf()
                && !arguments.has("--quiet")
                && !arguments.has("--lines")
                && invocation.terminal()
                && Tui.obstacle(invocation.environment()).isEmpty();
    }

    // A file somewhere else is a project of that folder, unless somebody says otherwise.
    private ProjectPaths paths(Arguments arguments, List<Path> explicit) {
        if (explicit.isEmpty() || arguments.has("-C")) {
            return ChosenProject.paths(invocation, arguments);
        }
        Path folder = explicit.getFirst().toAbsolutePath().normalize().getParent();
        return ProjectPaths.of(
                folder == null ? invocation.directory() : folder, invocation.environment());
    }

    private static EndRule rule(Optional<String> word) {
        return switch (word.orElse("")) {
            case "failure" -> EndRule.ON_FAILURE;
            case "completion" -> EndRule.ON_COMPLETION;
            // In the background it waits for whoever wants something started again.
            default -> DaemonProcess.isSelf() ? EndRule.NEVER : EndRule.ALL_DONE;
        };
    }

    private EngineOptions.Kind engine() {
        return invocation.environment().getOrDefault("FOSTER_ENGINE", "").equals("portable")
                ? EngineOptions.Kind.PORTABLE
                : EngineOptions.Kind.BEST;
    }
}
