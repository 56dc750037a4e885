package dev.foster.cli.run;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Verb;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.OutputMode;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Session;
import dev.foster.process.Stdin;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code foster run}. */
public final class RunVerb implements Verb {

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String summary() {
        return "run one command in the foreground, and leave nothing of it behind";
    }

    @Override
    public String help() {
        return """
                usage: foster run [OPTION...] [--] COMMAND [ARGUMENT...]

                Runs a command as if it had been called directly: it gets this program's input, output and terminal,
                and its exit code is passed on. Signals are forwarded to it and to what it started. When it has ended,
                nothing that it started is left; nor is anything when foster itself is killed.

                  --restart POLICY   start it again after it ended: no (the default), on-failure, always;
                                     with :N at most N times in a row. It waits 1 s, then 2 s, up to 60 s.
                  --grace DURATION   how long it has after SIGTERM before it is killed (default 5s)
                  --timeout DURATION stop it after this long, restarts included
                  --json             tell what happens as JSON lines on standard error

                Durations are written like 500ms, 5s, 2m, 1h.

                Exit code: that of the command; 128+n when signal n ended it; 124 when it timed out; 126 when it cannot
                be executed; 127 when it is not found; 2 when this command line cannot be understood.

                examples:
                  foster run -- ./server --port 8080
                  foster run --timeout 30s -- make check
                  foster run --restart on-failure:5 -- python3 bot.py
                """;
    }

    @Override
    public int run(List<String> arguments) {
        RunOptions options = RunOptions.parse(arguments);
        StopPlan plan = StopPlan.defaults().eofWait(Duration.ZERO).grace(options.grace());
        SignalForwarding signals = SignalForwarding.install(plan);
        try (ProcessEngine engine = ProcessEngine.start()) {
            return runUntilDone(engine, spec(options, plan), options, signals);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILURE;
        }
    }

    private static ChildSpec spec(RunOptions options, StopPlan plan) {
        return ChildSpec.of(options.command())
                .stdin(Stdin.INHERIT)
                .outputMode(OutputMode.INHERIT)
                .session(Terminal.isOurs() ? Session.FOREGROUND : Session.OWN)
                .stopPlan(plan);
    }

    private static int runUntilDone(
            ProcessEngine engine, ChildSpec spec, RunOptions options, SignalForwarding signals)
            throws InterruptedException {
        var report = new RunReport(options.json(), String.join(" ", options.command()));
        long began = System.nanoTime();
        int restarts = 0;
        while (true) {
            Child child = engine.spawn(spec);
            report.started(child);
            signals.attach(child);
            Optional<Duration> left = options.timeout().map(limit -> limit.minusNanos(System.nanoTime() - began));
            Optional<Exit> ended = left.isPresent() ? child.awaitExit(left.get()) : Optional.of(child.awaitExit());
            if (ended.isEmpty()) {
                report.timedOut(options.timeout().orElseThrow());
            }
            // Also after an exit: it ends what the command left behind.
            StopReport stop = child.stop().join();
            if (ended.isEmpty()) {
                stop.exit().ifPresent(exit -> report.exited(child, exit, stop));
                return ExitCodes.TIMED_OUT;
            }
            Exit exit = ended.get();
            report.exited(child, exit, stop);
            restarts = exit.lifetime().compareTo(RestartPolicy.HEALTHY_AFTER) > 0 ? 0 : restarts;
            if (signals.endAsked() || !options.restart().restarts(exit, restarts)) {
                return exit.shellCode();
            }
            Duration delay = options.restart().delay(restarts++);
            report.restarting(exit, delay, restarts);
            if (signals.awaitEnd(delay.toNanos())) {
                return exit.shellCode();
            }
        }
    }
}
