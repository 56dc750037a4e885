package dev.foster.process.internal.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The processes in a cgroup. */
final class CgroupMembers {
    private CgroupMembers() {}

    static List<Long> of(Path group) throws IOException {
        return Files.readAllLines(group.resolve("cgroup.procs")).stream()
                .map(String::strip)
                .filter(line -> line.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .toList();
    }

    static Optional<Long> firstStranger(List<Long> members, Path group) throws IOException {
        for (long pid : members) {
            if (!ours(pid, group)) {
                return Optional.of(pid);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a process of a cgroup is this JVM or descends from it; one that is gone troubles
     * nobody. One that is not shown may be another user's: it is gone when it has left the cgroup.
     */
    static boolean ours(long pid, Path group) throws IOException {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return !of(group).contains(pid);
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
