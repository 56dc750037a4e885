package dev.foster.plugin.protocol.yamux;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

import dev.foster.testkit.Eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The virtual threads of this JVM, which no list of threads shows but a dump does. */
public final class VirtualThreads {
    private VirtualThreads() {}

    /** Fails unless all whose name begins so are gone, or go within 5 seconds. */
    public static void assertNoneNamed(String prefix) {
        Eventually.until(
                Duration.ofSeconds(5),
                "no virtual thread is named " + prefix + "…",
                () -> named(prefix).isEmpty());
    }

    /** The lines of the dump that name such a thread. */
    public static List<String> named(String prefix) {
        try {
            Path folder = Files.createTempDirectory("threads");
            Path dump = folder.resolve("dump");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readAllLines(dump).stream()
                        .filter(line -> line.contains("\"" + prefix) && line.contains("virtual"))
                        .toList();
            } finally {
                Files.deleteIfExists(dump);
                Files.delete(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
