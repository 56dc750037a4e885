package dev.foster.cli.plugin;

import dev.foster.process.Child;
import dev.foster.process.Quantities;
import dev.foster.supervise.spec.Attendance;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** What a plugin that is checked answers, waited for. */
final class CheckedAnswers {
    static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int LAST_LINES = 10;

    private CheckedAnswers() {}

    /** Empty when there is none in time. */
    static <T> Optional<T> within(Duration time, CompletableFuture<T> answer)
            throws InterruptedException {
        try {
            return Optional.of(answer.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            return Optional.empty();
        } catch (ExecutionException failed) {
            return Optional.empty();
        }
    }

    /** Asks a plugin how it is; the result is why it is not well. */
    static Optional<String> complaint(Attendance attendance) throws InterruptedException {
        return within(LIMIT, attendance.ask(LIMIT))
                .orElse(Optional.of("no answer in " + Quantities.of(LIMIT)));
    }

    /** The last lines it wrote, each behind a line break. */
    static String lastLines(Child child) {
        return child.output().tail(LAST_LINES).stream()
                .map(line -> "\n" + line.text())
                .collect(Collectors.joining());
    }
}
