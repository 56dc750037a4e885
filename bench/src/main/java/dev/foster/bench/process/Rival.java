package dev.foster.bench.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A worker process and the line by which it is spoken to. */
final class Rival implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    Rival(List<String> command, Path directory) throws IOException {
        process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        requests = process.outputWriter();
        answers = process.inputReader();
    }

    /** Lets the worker take a turn and returns what it measured. */
    Map<String, Double> ask(String request) throws TurnFailed {
        CompletableFuture<Void> inTime = new CompletableFuture<>();
        var _ =
                inTime.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .exceptionally(
                                late -> {
                                    kill();
                                    return null;
                                });
        try {
            requests.write(request);
            requests.newLine();
            requests.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new TurnFailed("the worker ended without an answer");
            }
            if (!answer.startsWith("ok ")) {
                throw new TurnFailed(
                        answer.startsWith("error ")
                                ? answer.substring(6)
                                : "it answered " + answer);
            }
            return values(answer);
        } catch (IOException failure) {
            throw new TurnFailed("the worker cannot be reached: " + failure.getMessage());
        } finally {
            inTime.complete(null);
        }
    }

    private static Map<String, Double> values(String answer) {
        return Arrays.stream(answer.substring(3).split(" ", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Double.parseDouble(pair[1])));
    }

    /** Tells the worker to end itself and everything it started, also in the middle of a turn. */
    void terminate() {
        process.destroy();
    }

    /** Ends the worker and everything it started, by force where it does not do so itself. */
    void kill() {
        terminate();
        try {
            if (process.waitFor(FAREWELL.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        // Foster's guardian is among them; it knows more of what is left than this list, so it goes
        // first.
        descendants.forEach(Rival::waitOrKill);
    }

    private static void waitOrKill(ProcessHandle descendant) {
        try {
            descendant.onExit().get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException late) {
            descendant.destroyForcibly();
        } catch (InterruptedException interrupt) {
            descendant.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the worker to end; kills it when it does not. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                requests.write("quit\n");
                requests.flush();
            }
            if (!process.waitFor(FAREWELL.toSeconds(), TimeUnit.SECONDS)) {
                kill();
            }
        } catch (IOException gone) {
            kill();
        } catch (InterruptedException interrupt) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    /** A turn that gave no result. */
    static final class TurnFailed extends Exception {
        private static final long serialVersionUID = 1L;

        private final String why;

        TurnFailed(String why) {
            super(why);
            this.why = why;
        }

        String why() {
            return why;
        }
    }
}
