package dev.foster.bench.supervise;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a supervisor is asked to run: so many of the same child, in a folder of its own.
 *
 * @param folder everything the supervisor writes is in here
 * @param ticker the program of the children
 * @param count how many there are
 * @param environment what the children are told
 */
public record Stack(Path folder, Path ticker, int count, Map<String, String> environment) {

    public List<String> names() {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> String.format(Locale.ROOT, "child-%03d", number))
                .toList();
    }

    /** Where the children's output goes, and nothing else. */
    public Path logs() {
        return folder.resolve("log");
    }

    /** Where the children say when they began, or what else is timed. */
    public Path ticks() {
        return folder.resolve("ticks");
    }
}
