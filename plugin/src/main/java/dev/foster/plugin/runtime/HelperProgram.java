package dev.foster.plugin.runtime;

import dev.foster.process.Child;
import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.Environment;
import dev.foster.process.Exit;
import dev.foster.process.Line;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopPlan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs programs that help to prepare a plugin, and waits for them. Whatever happens, an interrupt
 * included, nothing of them is left running.
 */
final class HelperProgram {
    private static final int KEPT_LINES = 200;
    private static final long LAST_LINE_SECONDS = 5;

    /**
     * How a program ended and what it said last.
     *
     * @param lines of both streams
     * @param answer those of standard output alone
     */
    record Ran(Exit exit, List<String> lines, List<String> answer) {
        Ran {
            lines = List.copyOf(lines);
            answer = List.copyOf(answer);
        }

        List<String> last(int count) {
            return lines.subList(Math.max(0, lines.size() - count), lines.size());
        }
    }

    private final ProcessEngine engine;

    HelperProgram(ProcessEngine engine) {
        this.engine = engine;
    }

    /**
     * Runs a program to its end.
     *
     * @param environment all it gets
     * @return empty when it took too long and was killed
     * @throws RuntimeProblem when it could not be started
     */
    Optional<Ran> run(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration limit,
            Progress progress)
            throws InterruptedException {
        ChildSpec spec =
                ChildSpec.of(command)
                        .directory(directory)
                        .environment(Environment.inheritNone().with(environment))
                        .stopPlan(StopPlan.kill());
        // Closing ends what it left behind, and on an interrupt the program itself, at once.
        try (Child child = engine.spawn(spec)) {
            CompletableFuture<Void> told =
                    child.output().lines(line -> progress.line(line.text())).done();
            Optional<Exit> exit = child.awaitExit(limit);
            if (exit.isEmpty()) {
                return Optional.empty();
            }
            if (!exit.get().outputOpen()) {
                awaitLastLine(told);
            }
            return Optional.of(ran(child, exit.get()));
        } catch (ProblemException problem) {
            throw new RuntimeProblem(
                    String.valueOf(problem.getMessage()),
                    problem,
                    problem.problem().outlook() == ChildProblem.Outlook.LASTING);
        }
    }

    /**
     * Lets the listener hear the last line before the caller goes on, if it is not slow: how the
     * program ended does not depend on it, and neither on whether the listener failed.
     */
    private static void awaitLastLine(CompletableFuture<Void> told) throws InterruptedException {
        try {
            told.exceptionally(_ -> null).get(LAST_LINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException slow) {
            // Then it goes on without.
        }
    }

    private static Ran ran(Child child, Exit exit) {
        List<Line> lines = child.output().tail(KEPT_LINES);
        return new Ran(
                exit,
                lines.stream().map(Line::text).toList(),
                lines.stream()
                        .filter(line -> line.stream() == ChildStream.STDOUT)
                        .map(Line::text)
                        .toList());
    }
}
