package dev.foster.bench.tui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Processes that print all the time and end by themselves; the load of all screens.
 *
 * @param program what they run
 * @param tally where they say how much they have printed
 */
record Criers(Path program, Path tally) {
    static final int COUNT = 50;
    static final int LINES_EACH = 2_000;

    /** Longer than any turn, so that all of it is under load. */
    private static final Duration LIFE = Duration.ofSeconds(60);

    /** The load in a folder; it begins when a supervisor starts it. */
    static Criers in(Path place, Path program) throws IOException {
        Path tally = place.resolve("tally");
        Files.write(tally, new byte[COUNT * Long.BYTES]);
        return new Criers(program, tally);
    }

    /** Called {@code crier-01} and so on: the order of all lists. */
    static List<String> names() {
        return IntStream.rangeClosed(1, COUNT)
                .mapToObj(number -> String.format(Locale.ROOT, "crier-%02d", number))
                .toList();
    }

    List<String> command(String name) {
        return List.of(
                program.toString(),
                tally.toString(),
                Integer.toString(names().indexOf(name)),
                Integer.toString(LINES_EACH),
                Long.toString(LIFE.toSeconds()));
    }

    /** The same as a list in YAML and JSON. */
    String quoted(String name) {
        return "[\"" + String.join("\", \"", command(name)) + "\"]";
    }

    /** How many of them have begun. */
    int begun() {
        return (int) counts().stream().filter(count -> count > 0).count();
    }

    /** How many lines they have printed, all together. */
    long written() {
        return counts().stream().mapToLong(Long::longValue).sum();
    }

    private List<Long> counts() {
        try {
            var bytes = ByteBuffer.wrap(Files.readAllBytes(tally)).order(ByteOrder.nativeOrder());
            return IntStream.range(0, COUNT)
                    .mapToObj(index -> bytes.getLong(index * Long.BYTES))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
