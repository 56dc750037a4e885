package dev.foster.bench.process.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel says about this JVM. */
final class OwnProcess {
    private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux we know
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path STAT = Path.of("/proc/self/stat");

    private OwnProcess() {}

    static double threads() {
        return status("Threads:");
    }

    static double residentMegabytes() {
        return status("VmRSS:") / 1024.0;
    }

    /** User and system time of all threads, the compiler's and the collector's included. */
    static double processorSeconds() {
        String stat = read(STAT);
        // The name in parentheses may hold spaces, so the fields are counted from its end; utime is
        // the 14th of all.
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
        return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) / TICKS_PER_SECOND;
    }

    private static long status(String field) {
        return read(STATUS)
                .lines()
                .filter(line -> line.startsWith(field))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
