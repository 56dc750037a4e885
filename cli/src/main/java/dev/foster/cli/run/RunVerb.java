package dev.foster.cli.run;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.Verb;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.Orphans;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopPlan;

import java.time.Duration;
import java.util.List;

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

    /** Only before the command's own words: {@code foster run -- ls --help} is for ls. */
    @Override
    public boolean asksForHelp(List<String> arguments) {
        return arguments.stream()
                .takeWhile(word -> word.startsWith("-") && !word.equals("--"))
                .anyMatch(word -> word.equals("--help") || word.equals("-h"));
    }

    @Override
    public int run(List<String> arguments) {
        RunOptions options = RunOptions.parse(arguments);
        StopPlan plan = StopPlan.defaults().eofWait(Duration.ZERO).grace(options.grace());
        SignalForwarding signals = SignalForwarding.install(plan);
        // Nobody hangs callbacks on this engine; run where they arise, they cost no thread pool.
        EngineOptions alone = EngineOptions.defaults().orphans(Orphans.ALL).executor(Runnable::run);
        int code;
        boolean interrupted;
        try (ProcessEngine engine = ProcessEngine.start(alone)) {
            var run = new Run(engine, options, plan, signals, System::nanoTime);
            code = run.untilDone();
            interrupted = run.interrupted();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILURE;
        }
        if (interrupted) {
            ReceivedSignals.endByInterrupt();
        }
        return code;
    }
}
