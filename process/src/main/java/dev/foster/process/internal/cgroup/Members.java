package dev.foster.process.internal.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The processes in a cgroup. */
final class Members {
    private Members() {}

    static List<Long> of(Path group) throws IOException {
        return Files.readAllLines(group.resolve("cgroup.procs")).stream()
                .map(String::strip)
                .filter(line -> line.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .toList();
    }

    /** Whether a process is this JVM or descends from it; one that is gone troubles nobody. */
    static boolean ours(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            // Number 0 stands for one that this namespace does not show.
            return pid != 0;
        }
        long self = ProcessHandle.current().pid();
        while (process.isPresent()) {
            if (process.get().pid() == self) {
                return true;
            }
            process = process.get().parent();
        }
        return false;
    }
}
