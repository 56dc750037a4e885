package dev.foster.process.internal.confine;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The users and groups of this machine, by name or number. */
final class Accounts {
    private static final int NUMBER = 2;
    private static final int MAIN_GROUP = 3;
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

    /** The number after it stands for none. */
    private static final long LAST_NUMBER = 0xffff_fffeL;

    /**
     * A user.
     *
     * @param group its main group; empty for a number that no account has
     */
    record User(long number, OptionalLong group) {}

    private Accounts() {}

    static Optional<User> user(String wanted) {
        Optional<String[]> entry = entry("passwd", wanted, MAIN_GROUP);
        return entry.isPresent()
                ? entry.map(
                        fields ->
                                new User(
                                        Long.parseLong(fields[NUMBER]),
                                        OptionalLong.of(Long.parseLong(fields[MAIN_GROUP]))))
                : number(wanted).map(number -> new User(number, OptionalLong.empty()));
    }

    static Optional<Long> group(String wanted) {
        return entry("group", wanted, NUMBER)
                .map(fields -> Long.parseLong(fields[NUMBER]))
                .or(() -> number(wanted));
    }

    private static Optional<Long> number(String text) {
        return text.matches("\\d{1,10}")
                ? Optional.of(Long.parseLong(text)).filter(number -> number <= LAST_NUMBER)
                : Optional.empty();
    }

    /** The file first: asking all directories a machine may have takes a process. */
    private static Optional<String[]> entry(String database, String wanted, int lastField) {
        List<String> lines;
        try {
            lines =
                    new String(
                                    Files.readAllBytes(Path.of("/etc", database)),
                                    StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        } catch (IOException none) {
            lines = List.of();
        }
        Optional<String[]> found = find(lines, wanted, lastField);
        return found.isPresent() ? found : find(ask(database, wanted), wanted, lastField);
    }

    private static Optional<String[]> find(List<String> lines, String wanted, int lastField) {
        List<String[]> entries =
                lines.stream()
                        .map(line -> line.split(":", -1))
                        .filter(fields -> wellFormed(fields, lastField))
                        .toList();
        // A user may be called 1000; by name comes first, as in chown.
        Optional<String[]> byName =
                entries.stream().filter(fields -> fields[0].equals(wanted)).findFirst();
        return byName.isPresent()
                ? byName
                : entries.stream().filter(fields -> fields[NUMBER].equals(wanted)).findFirst();
    }

    private static boolean wellFormed(String[] fields, int lastField) {
        if (fields.length <= lastField) {
            return false;
        }
        for (int i = NUMBER; i <= lastField; i++) {
            if (!fields[i].matches("\\d{1,18}")) {
                return false;
            }
        }
        return true;
    }

    private static List<String> ask(String database, String wanted) {
        Optional<Path> getent = ConfineTools.find("getent");
        if (getent.isEmpty() || wanted.startsWith("-")) {
            return List.of();
        }
        return answer(List.of(getent.get().toString(), database, wanted), LONGEST_ANSWER);
    }

    /** What a program prints; nothing when it takes longer than this. */
    static List<String> answer(List<String> command, Duration most) {
        Process asked;
        try {
            asked =
                    new ProcessBuilder(command)
                            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                            .redirectError(Redirect.DISCARD)
                            .start();
        } catch (IOException failed) {
            return List.of();
        }
        // Apart, since reading cannot be given up: a directory that is far away may not answer.
        var reading = new FutureTask<>(() -> lines(asked));
        Thread.ofPlatform().daemon().name("foster-accounts").start(reading);
        try {
            return reading.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException | TimeoutException none) {
            return List.of();
        } finally {
            asked.destroyForcibly();
        }
    }

    private static List<String> lines(Process asked) throws IOException {
        try (InputStream answer = asked.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
