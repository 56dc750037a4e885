package dev.foster.process.internal.cgroup;

import dev.foster.process.Excess;
import dev.foster.process.ResourceLimits;
import dev.foster.process.internal.confine.Margin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The cgroup of one child: whatever the child starts is in it, wherever it goes. */
public final class ChildGroup {
    private static final long PERIOD_MICROS = 100_000;
    private static final long LEAST_QUOTA_MICROS = 1_000;
    // The kernel counts threads as well: with processes alone limited, room for those of ordinary
    // programs is left, and a child that forks without end is stopped all the same.
    private static final long THREADS_A_PROCESS = 16;
    private static final long THREADS_MORE = 512;

    private final Path folder;
    private final ResourceLimits limits;

    ChildGroup(Path folder, ResourceLimits limits) {
        this.folder = folder;
        this.limits = limits;
    }

    public Path folder() {
        return folder;
    }

    /** Whoever writes 0 there joins. */
    public Path door() {
        return folder.resolve("cgroup.procs");
    }

    void limit(Set<String> controllers) throws IOException {
        if (controllers.contains("memory") && limits.memoryBytes().isPresent()) {
            Home.write(
                    folder.resolve("memory.max"), Long.toString(limits.memoryBytes().getAsLong()));
            writeWhereThere("memory.swap.max", "0");
            writeWhereThere("memory.oom.group", "1");
        }
        if (controllers.contains("cpu") && limits.cpuPercent().isPresent()) {
            Home.write(folder.resolve("cpu.max"), quota() + " " + PERIOD_MICROS);
        }
        OptionalLong tasks = tasks();
        if (controllers.contains("pids") && tasks.isPresent()) {
            Home.write(folder.resolve("pids.max"), Long.toString(tasks.getAsLong()));
        }
    }

    /** Not every kernel counts swap, and old ones do not kill by group. */
    private void writeWhereThere(String file, String text) throws IOException {
        if (Files.exists(folder.resolve(file))) {
            Home.write(folder.resolve(file), text);
        }
    }

    private long quota() {
        double percent = limits.cpuPercent().getAsDouble();
        double held = limits.throttle() ? percent : Margin.above(percent);
        return Math.max(LEAST_QUOTA_MICROS, Math.round(held / 100 * PERIOD_MICROS));
    }

    private OptionalLong tasks() {
        long byThreads =
                limits.threads().isPresent()
                        ? Margin.above(limits.threads().getAsInt())
                        : Long.MAX_VALUE;
        long byProcesses =
                limits.processes().isPresent()
                        ? limits.processes().getAsInt() * THREADS_A_PROCESS + THREADS_MORE
                        : Long.MAX_VALUE;
        long least = Math.min(byThreads, byProcesses);
        return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
    }

    /** Everyone in it; nobody once it is gone. */
    public List<Long> members() {
        var members = new ArrayList<Long>();
        collect(folder, members);
        return members;
    }

    private static void collect(Path group, List<Long> members) {
        try {
            members.addAll(CgroupMembers.of(group));
            for (Path below : Home.foldersIn(group)) {
                collect(below, members);
            }
        } catch (IOException removed) {
            // Removed meanwhile, so empty.
            return;
        }
    }

    /** Kills everyone in it at once; false where the kernel cannot do that. */
    public boolean kill() {
        Path file = folder.resolve("cgroup.kill");
        try {
            if (Files.exists(file)) {
                Home.write(file, "1");
                return true;
            }
            return false;
        } catch (IOException removed) {
            return false;
        }
    }

    /** The limit that the kernel killed somebody in it for. */
    public Optional<Excess> overLimit() {
        if (limits.memoryBytes().isEmpty() || !memoryRanOut()) {
            return Optional.empty();
        }
        return Optional.of(
                Excess.byKernel(Excess.Resource.MEMORY, (double) limits.memoryBytes().getAsLong()));
    }

    private boolean memoryRanOut() {
        try {
            List<String> events = Files.readAllLines(folder.resolve("memory.events"));
            // Where the whole machine ran out, somebody here was killed and the limit not met.
            return events.stream().anyMatch(line -> line.matches("oom [1-9]\\d*"))
                    && events.stream().anyMatch(line -> line.matches("oom_kill [1-9]\\d*"));
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Whether it is gone. */
    public boolean removed() {
        return !Files.exists(folder);
    }

    /** Removes it; false while some process is in it. */
    boolean remove() {
        return Home.removeTree(folder);
    }
}
