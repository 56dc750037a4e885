package dev.foster.cli.up;

import dev.foster.cli.Invocation;
import dev.foster.cli.UsageProblem;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.control.ProjectView;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.OutputMode;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Stdin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** The daemon as a program of its own in a session of its own, started by this one. */
final class DaemonProcess {
    private static final Pattern BETWEEN_ARGUMENTS = Pattern.compile("\0");
    private static final String MAIN = "dev.foster.cli.Main";
    private static final String PROPERTY = "foster.detached";
    private static final String WITHOUT_MEMORY = "Terminating due to java.lang.OutOfMemoryError";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PROBE_BYTES = 8192;
    private static final long STEP_NANOS = 5_000_000;

    private final ControlClient client;
    private final Child child;
    private final Path log;

    private DaemonProcess(ControlClient client, Child child, Path log) {
        this.client = client;
        this.child = child;
        this.log = log;
    }

    /** Whether this program is such a daemon. */
    static boolean isSelf() {
        return Boolean.getBoolean(PROPERTY);
    }

    /**
     * Starts it; it has still to come up.
     *
     * @param words of {@code foster up}
     * @param lifeline whether it ends when this program does; see {@link Lifeline}
     */
    static DaemonProcess start(
            Invocation invocation, ProjectPaths paths, List<String> words, boolean lifeline) {
        paths.create();
        refuseSecond(paths);
        Path log = paths.state().resolve("daemon.log");
        if (endedWithoutMemory(log)) {
            invocation
                    .err()
                    .println(
                            "foster: the last one here ended because its memory was used up; give"
                                    + " it more, with JDK_JAVA_OPTIONS=-Xmx and a size");
        }
        // Left open on purpose: closing the engine would end the daemon.
        ProcessEngine engine =
                ProcessEngine.start(
                        EngineOptions.defaults()
                                .whenKilled(EngineOptions.WhenKilled.LEAVE_CHILDREN));
        var child = engine.spawn(command(invocation, words, log, lifeline));
        return new DaemonProcess(new ControlClient(paths, "foster up"), child, log);
    }

    /** The last words of a JVM without memory are its own, and nobody may have read them. */
    private static boolean endedWithoutMemory(Path log) {
        return words(log).lines().anyMatch(line -> line.startsWith(WITHOUT_MEMORY));
    }

    private static void refuseSecond(ProjectPaths paths) {
        try {
            ProjectView running = new ControlClient(paths, "foster up").project();
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot bring up "
                            + paths.directory()
                            + ": a foster is already running for it (process "
                            + running.pid()
                            + "); look at it with foster attach, or end it with foster down");
        } catch (ControlProblem problem) {
            if (problem.code() != ProblemCode.NOT_RUNNING) {
                throw problem;
            }
        }
    }

    private static ChildSpec command(
            Invocation invocation, List<String> words, Path log, boolean lifeline) {
        var command = new ArrayList<String>();
        String input = lifeline ? "" : " </dev/null";
        command.addAll(
                List.of("/bin/sh", "-c", "exec \"$@\" >\"$0\" 2>&1" + input, log.toString()));
        command.addAll(ownCommand(lifeline));
        command.add("up");
        command.add("--quiet");
        words.stream()
                .filter(word -> !word.equals("-d") && !word.equals("--detach"))
                .forEach(command::add);
        return ChildSpec.of(command)
                .directory(invocation.directory().toAbsolutePath())
                .stdin(lifeline ? Stdin.PIPE : Stdin.NULL)
                .outputMode(OutputMode.DISCARD);
    }

    /** How this program was started, up to its own arguments. */
    private static List<String> ownCommand(boolean lifeline) {
        ProcessHandle.Info info = ProcessHandle.current().info();
        Optional<List<String>> arguments =
                ownArguments()
                        .or(() -> info.arguments().map(List::of))
                        .filter(all -> all.contains(MAIN));
        if (info.command().isEmpty() || arguments.isEmpty()) {
            throw new UsageProblem(
                    "cannot start the daemon: this system does not show how foster was started; use"
                            + " foster up --lines");
        }
        var command = new ArrayList<String>();
        command.add(info.command().get());
        command.addAll(arguments.get().subList(0, arguments.get().indexOf(MAIN)));
        command.add("-D" + PROPERTY + "=true");
        if (lifeline) {
            command.add("-D" + Lifeline.PROPERTY + "=true");
        }
        command.add(MAIN);
        return command;
    }

    /** All of them, however long the class path is: the JDK tells no more than fit into a page. */
    private static Optional<List<String>> ownArguments() {
        try {
            String line = Files.readString(Path.of("/proc/self/cmdline"));
            return Optional.of(BETWEEN_ARGUMENTS.splitAsStream(line).skip(1).toList());
        } catch (IOException elsewhere) {
            return Optional.empty();
        }
    }

    ControlClient client() {
        return client;
    }

    Child child() {
        return child;
    }

    /** Waits until it answers, so that whoever asks next is heard; or says why it does not. */
    ProjectView awaitAnswer() {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end) {
            try {
                return client.project();
            } catch (ControlProblem notYet) {
                if (!child.alive()) {
                    throw new ControlProblem(ProblemCode.CONFLICT, failure());
                }
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        throw new ControlProblem(
                ProblemCode.CONFLICT,
                "cannot bring up the project: its daemon does not answer; see " + log);
    }

    private String failure() {
        String text = lastWords();
        return text.isEmpty() ? "cannot bring up the project: " + silentEnd() : text;
    }

    /** On a full disk it cannot say why; what keeps its words from the log is the reason, then. */
    private String silentEnd() {
        Path probe = log.resolveSibling("probe");
        try {
            // More than a file system keeps beside the name.
            Files.write(probe, new byte[PROBE_BYTES]);
            Files.deleteIfExists(probe);
            return "its daemon ended at once, without a word; try foster up --lines";
        } catch (IOException unwritable) {
            deleteIfThere(probe);
            return "cannot write in "
                    + log.getParent()
                    + ": "
                    + unwritable.getMessage()
                    + "; free some space, or set FOSTER_STATE_DIR to another folder";
        }
    }

    private static void deleteIfThere(Path probe) {
        try {
            Files.deleteIfExists(probe);
        } catch (IOException readOnly) {
            // Then it was not made either.
        }
    }

    /** What it said itself, not its processes. */
    String lastWords() {
        return words(log);
    }

    private static String words(Path log) {
        if (!Files.isRegularFile(log)) {
            // It could not even be made; and a device in its place may have no end.
            return "";
        }
        try {
            return Files.readString(log).strip();
        } catch (IOException unreadable) {
            return "cannot read " + log + ": " + unreadable.getMessage() + "; check its folder";
        }
    }
}
