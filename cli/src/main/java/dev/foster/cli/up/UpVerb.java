package dev.foster.cli.up;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.Terminal;
import dev.foster.cli.UsageProblem;
import dev.foster.cli.Verb;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.Orphans;
import dev.foster.process.Line;
import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.process.Subscription;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code foster up}. */
public final class UpVerb implements Verb {
    private static final int FIRST_PORT = 5000;
    private static final int PORT_STEP = 100;
    // What a shell shows for a program that ended because its reader was gone.
    private static final int BROKEN_PIPE = 128 + 13;

    /** A started process with its place in the file. */
    private record Running(int number, String name, Child child, Subscription output) {}

    @Override
    public String name() {
        return "up";
    }

    @Override
    public String summary() {
        return "run all processes of a Procfile side by side";
    }

    @Override
    public String help() {
        return """
        usage: foster up [-f FILE]

        Starts every process of the file and prints what they say, each line with its time and name. When one
        ends, or on Ctrl-C, all are stopped with everything they started; a second Ctrl-C kills them at once.

          -f FILE   the file (default: Procfile in this directory)

        The file has one process a line: a name, a colon, a command for the shell. Empty lines and lines that
        begin with # are skipped. Each process finds a PORT of its own in its environment: 5000, 5100, ...

        Exit code: that of the process that ended first; 0 after Ctrl-C or SIGTERM.

        example:
          web: ./server --port $PORT
          worker: python3 worker.py
        """;
    }

    @Override
    public int run(List<String> arguments) {
        Path file = file(arguments);
        Map<String, String> commands = Procfile.read(file).commands();
        int width = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
        var screen = new Screen(System.out, Terminal.wantsColour(), width);
        try (ProcessEngine engine =
                ProcessEngine.start(EngineOptions.defaults().orphans(Orphans.ALL))) {
            return upUntilOneEnds(
                    engine, commands, file.toAbsolutePath().resolveSibling(""), screen);
        }
    }

    private static Path file(List<String> arguments) {
        if (arguments.isEmpty()) {
            return Path.of("Procfile");
        }
        if (arguments.size() == 2 && arguments.getFirst().equals("-f")) {
            return Path.of(arguments.get(1));
        }
        throw new UsageProblem(
                "cannot bring up: \""
                        + String.join(" ", arguments)
                        + "\" is not understood; see foster up --help");
    }

    private static int upUntilOneEnds(
            ProcessEngine engine, Map<String, String> commands, Path directory, Screen screen) {
        var ended = new CompletableFuture<Integer>();
        var all = new ArrayList<Running>();
        ReceivedSignals.handle(
                List.of(Signal.INT, Signal.TERM, Signal.HUP),
                signal -> {
                    if (!ended.complete(ExitCodes.OK)) {
                        engine.children().forEach(UpVerb::kill);
                    }
                });
        for (Map.Entry<String, String> command : commands.entrySet()) {
            Running started = start(engine, command, all.size(), directory, screen, ended);
            all.add(started);
            var _ = started.child().exit().thenAccept(exit -> ended.complete(exit.shellCode()));
        }
        int code = ended.join();
        all.stream()
                .map(
                        running ->
                                running.child()
                                        .stop()
                                        .thenAccept(report -> tellEnd(running, report, screen)))
                .toList()
                .forEach(CompletableFuture::join);
        return code;
    }

    private static void kill(Child child) {
        var _ = child.stop(StopPlan.kill());
    }

    private static Running start(
            ProcessEngine engine,
            Map.Entry<String, String> command,
            int number,
            Path directory,
            Screen screen,
            CompletableFuture<Integer> ended) {
        String name = command.getKey();
        Child child =
                engine.spawn(
                        ChildSpec.of("/bin/sh", "-c", command.getValue())
                                .directory(directory)
                                .environment(
                                        "PORT", Integer.toString(FIRST_PORT + number * PORT_STEP)));
        screen.say(number, name, Instant.now(), "started, pid " + child.pid());
        Subscription output =
                child.output()
                        .lines(
                                OutputView.all(),
                                new OutputListener<Line>() {
                                    @Override
                                    public void next(Line line) {
                                        if (!screen.say(number, name, line.at(), line.text())) {
                                            ended.complete(BROKEN_PIPE);
                                        }
                                    }

                                    @Override
                                    public void gap(long bytes) {
                                        screen.say(
                                                number,
                                                name,
                                                Instant.now(),
                                                "... " + bytes + " bytes not shown ...");
                                    }
                                });
        return new Running(number, name, child, output);
    }

    private static void tellEnd(Running running, StopReport report, Screen screen) {
        running.output().done().join();
        String how =
                report.exit()
                        .map(exit -> exit.describe())
                        .orElse("stuck: it does not react even to SIGKILL");
        screen.say(running.number(), running.name(), Instant.now(), "ended: " + how);
    }
}
