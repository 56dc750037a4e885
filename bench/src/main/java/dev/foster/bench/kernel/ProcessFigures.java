package dev.foster.bench.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the kernel says about one process: its memory, threads and processor time. */
public final class ProcessFigures {
    /** Of this JVM. */
    public static final ProcessFigures OWN = new ProcessFigures("self");

    private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux we know

    private final Path folder;

    private ProcessFigures(String process) {
        folder = Path.of("/proc", process);
    }

    public static ProcessFigures of(long pid) {
        return new ProcessFigures(Long.toString(pid));
    }

    public double threads() {
        return field("status", "Threads:");
    }

    /** How many files, sockets and pipes it has open. */
    public long descriptors() {
        try (Stream<Path> open = Files.list(folder.resolve("fd"))) {
            return open.count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public double residentMegabytes() {
        return field("status", "VmRSS:") / 1024.0;
    }

    /** Its own memory, and its share of what it has in common with others. */
    public double proportionalMegabytes() {
        return field("smaps_rollup", "Pss:") / 1024.0;
    }

    /**
     * User and system time of all threads; of a JVM the compiler's and the collector's included.
     */
    public double processorSeconds() {
        String stat = read("stat");
        // The name in parentheses may hold spaces, so the fields are counted from its end; utime is
        // the 14th of all.
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
        return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) / TICKS_PER_SECOND;
    }

    private long field(String file, String name) {
        return read(file)
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
