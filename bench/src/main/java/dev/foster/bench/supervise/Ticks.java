package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The file in which children say when something happened: most of them, that they began. */
public final class Ticks {
    private static final int LINE = 32;

    private final Path file;

    Ticks(Path file) {
        this.file = file;
    }

    /**
     * A child's word.
     *
     * @param nanos when it happened, most often that its first instruction ran, on the clock of
     *     {@link System#nanoTime}, which on Linux is the monotonic one
     * @param pid its process
     */
    public record Tick(long nanos, long pid) {}

    public int count() {
        try {
            return Files.exists(file) ? (int) (Files.size(file) / LINE) : 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public List<Tick> all() {
        try {
            return Files.readString(file)
                    .lines()
                    .filter(line -> line.length() == LINE - 1)
                    .map(
                            line ->
                                    new Tick(
                                            Long.parseLong(line.substring(0, 20)),
                                            Long.parseLong(line.substring(21))))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits until there are so many. */
    public List<Tick> await(int count, Duration limit) throws TrialFailed {
        if (!Pause.until(limit, () -> count() >= count)) {
            throw new TrialFailed(
                    "only "
                            + count()
                            + " of "
                            + count
                            + " children began in "
                            + limit.toSeconds()
                            + " s");
        }
        return all();
    }
}
