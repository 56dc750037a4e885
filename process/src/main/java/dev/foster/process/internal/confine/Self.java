package dev.foster.process.internal.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Who this JVM runs as, for the system. */
record Self(long user, long group) {

    boolean root() {
        return user == 0;
    }

    static Self now() {
        try {
            List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
            return new Self(effective(status, "Uid:"), effective(status, "Gid:"));
        } catch (IOException impossible) {
            throw new IllegalStateException(
                    "cannot read /proc/self/status: " + impossible.getMessage(), impossible);
        }
    }

    /** The second number: the first is the real one, which does not decide. */
    private static long effective(List<String> status, String label) {
        return status.stream()
                .filter(line -> line.startsWith(label))
                .findFirst()
                .map(line -> Long.parseLong(line.split("\\s+", -1)[2]))
                .orElseThrow();
    }
}
