package dev.foster.daemon.notify;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.Line;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Quantities;
import dev.foster.process.Stdin;
import dev.foster.process.StopPlan;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs a program for each message. What it leaves behind is ended with it. */
final class CommandDelivery implements HookDelivery {
    private static final int LONGEST = 200;

    private final ProcessEngine engine;
    private final ChildSpec command;

    CommandDelivery(ProcessEngine engine, ChildSpec command) {
        this.engine = engine;
        this.command = command.stdin(Stdin.PIPE).stopPlan(StopPlan.kill());
    }

    @Override
    public Result attempt(Message message, Duration limit) throws InterruptedException {
        ChildSpec spec = command.environment(command.environment().with(message.environment()));
        try (Child child = engine.spawn(spec)) {
            OutputStream input = child.stdin();
            // By a thread of its own: one that does not read has no more than its time. The end of
            // the child closes its input, and so ends the thread.
            Thread.ofVirtual().name("foster-hook-input").start(() -> write(message, input));
            Optional<Exit> exit = child.awaitExit(limit);
            if (exit.isEmpty()) {
                return Result.failed("not done within " + Quantities.of(limit) + "; killed");
            }
            return exit.get().clean()
                    ? Result.delivered("exit 0")
                    : Result.failed(exit.get().describe() + lastWords(child));
        } catch (ProblemException problem) {
            return Result.failed(problem.problem().message());
        }
    }

    private static void write(Message message, OutputStream input) {
        try (input) {
            input.write(message.json());
        } catch (IOException unread) {
            // It does not want to know.
        }
    }

    private static String lastWords(Child child) {
        List<Line> last = child.output().tail(1);
        if (last.isEmpty()) {
            return "";
        }
        String text = last.getFirst().text();
        return ": " + text.substring(0, Math.min(LONGEST, text.length()));
    }
}
