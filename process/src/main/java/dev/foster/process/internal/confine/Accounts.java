package dev.foster.process.internal.confine;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The users and groups of this machine, by name or number. */
final class Accounts {
    private static final int NUMBER = 2;
    private static final int MAIN_GROUP = 3;

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
        return text.matches("\\d{1,9}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
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
        Optional<Path> getent = Tools.find("getent");
        if (getent.isEmpty() || wanted.startsWith("-")) {
            return List.of();
        }
        try {
            Process asked =
                    new ProcessBuilder(getent.get().toString(), database, wanted)
                            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                            .redirectError(Redirect.DISCARD)
                            .start();
            try (InputStream answer = asked.getInputStream()) {
                return new String(answer.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            }
        } catch (IOException failed) {
            return List.of();
        }
    }
}
