package dev.foster.cli.up;

import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.UsageProblem;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.daemon.DaemonOptions;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.daemon.config.ProjectReader;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.OutputMode;
import dev.foster.process.ProcessEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon as a program of its own in a session of its own. This one waits until it answers, so
 * that whoever asks next is heard; or until it has failed, and says why.
 */
final class Detached {
    private static final String MAIN = "dev.foster.cli.Main";
    private static final String PROPERTY = "foster.detached";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long STEP_NANOS = 5_000_000;

    private final Caller caller;
    private final ProjectPaths paths;
    private final ProjectFiles files;

    Detached(Caller caller, ProjectPaths paths, ProjectFiles files) {
        this.caller = caller;
        this.paths = paths;
        this.files = files;
    }

    /** Whether this program is such a daemon. */
    static boolean isSelf() {
        return Boolean.getBoolean(PROPERTY);
    }

    int run(List<String> words, DaemonOptions options) {
        // What is wrong with the files is told here, where somebody reads it.
        ProjectReader.read(files, options.environment());
        paths.create();
        refuseSecond();
        Path log = paths.state().resolve("daemon.log");
        // Left open on purpose: closing the engine would end the daemon.
        ProcessEngine engine =
                ProcessEngine.start(
                        EngineOptions.defaults()
                                .whenKilled(EngineOptions.WhenKilled.LEAVE_CHILDREN));
        Child daemon = engine.spawn(command(words, log));
        ProjectView project = awaitAnswer(daemon, log);
        caller.err()
                .println(
                        "foster: "
                                + project.name()
                                + " is up in the background, process "
                                + project.pid());
        return ExitCodes.OK;
    }

    private void refuseSecond() {
        try {
            ProjectView running = new ControlClient(paths, "foster up").project();
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot bring up "
                            + paths.directory()
                            + ": a foster is already running for it (process "
                            + running.pid()
                            + "); look at it with foster ps, or end it with foster down");
        } catch (ControlProblem problem) {
            if (problem.code() != ProblemCode.NOT_RUNNING) {
                throw problem;
            }
        }
    }

    private ChildSpec command(List<String> words, Path log) {
        var command = new ArrayList<String>();
        command.addAll(
                List.of("/bin/sh", "-c", "exec \"$@\" >\"$0\" 2>&1 </dev/null", log.toString()));
        command.addAll(ownCommand());
        command.add("up");
        command.add("--quiet");
        words.stream()
                .filter(word -> !word.equals("-d") && !word.equals("--detach"))
                .forEach(command::add);
        return ChildSpec.of(command)
                .directory(caller.directory().toAbsolutePath())
                .outputMode(OutputMode.DISCARD);
    }

    /** How this program was started, up to its own arguments. */
    private static List<String> ownCommand() {
        ProcessHandle.Info info = ProcessHandle.current().info();
        Optional<List<String>> arguments =
                info.arguments().map(List::of).filter(all -> all.contains(MAIN));
        if (info.command().isEmpty() || arguments.isEmpty()) {
            throw new UsageProblem(
                    "cannot go into the background: this system does not show how foster was"
                            + " started; use foster up in a terminal of its own");
        }
        var command = new ArrayList<String>();
        command.add(info.command().get());
        command.addAll(arguments.get().subList(0, arguments.get().indexOf(MAIN)));
        command.add("-D" + PROPERTY + "=true");
        command.add(MAIN);
        return command;
    }

    private ProjectView awaitAnswer(Child daemon, Path log) {
        long end = System.nanoTime() + LIMIT.toNanos();
        var client = new ControlClient(paths, "foster up");
        while (System.nanoTime() < end) {
            try {
                return client.project();
            } catch (ControlProblem notYet) {
                if (!daemon.alive()) {
                    throw new ControlProblem(ProblemCode.CONFLICT, failure(log));
                }
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        throw new ControlProblem(
                ProblemCode.CONFLICT,
                "cannot bring up the project: its daemon does not answer; see " + log);
    }

    private static String failure(Path log) {
        try {
            String text = Files.readString(log).strip();
            return text.isEmpty() ? "cannot bring up the project: its daemon ended at once" : text;
        } catch (IOException unreadable) {
            return "cannot bring up the project: its daemon ended at once, and "
                    + log
                    + " is not readable";
        }
    }
}
