package dev.foster.process.internal.cgroup;

import dev.foster.process.internal.confine.MountTable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the cgroups around this JVM allow it and all its children together: a container's limits,
 * for one. They are only read, and so those of version 1 count as well.
 */
record Ceiling(OptionalDouble memory, OptionalDouble processors, OptionalDouble processes) {
    /** Version 1 knows no word for "no limit": it is the highest number of pages. */
    private static final double NO_LIMIT = 1L << 62;

    private static final double MEGABYTE = 1024.0 * 1024;

    /**
     * @param process what {@code /proc/self} is
     */
    static Ceiling look(Path process) throws IOException {
        List<String[]> memberships =
                Files.readAllLines(process.resolve("cgroup")).stream()
                        .map(line -> line.split(":", 3))
                        .filter(fields -> fields.length == 3)
                        .toList();
        MountTable mounts = MountTable.read(process.resolve("mountinfo"));
        return new Ceiling(
                least(memberships, mounts, "memory"),
                least(memberships, mounts, "cpu"),
                least(memberships, mounts, "pids"));
    }

    /** A controller belongs to one of the two versions, not to both. */
    private static OptionalDouble least(
            List<String[]> memberships, MountTable mounts, String controller) {
        Optional<String[]> ofFirst =
                memberships.stream()
                        .filter(it -> List.of(it[1].split(",", -1)).contains(controller))
                        .findFirst();
        Optional<String[]> membership =
                ofFirst.or(() -> memberships.stream().filter(it -> it[1].isEmpty()).findFirst());
        Optional<MountTable.Mount> mount =
                mounts.mounts().stream()
                        .filter(
                                it ->
                                        ofFirst.isEmpty()
                                                ? it.type().equals("cgroup2")
                                                : it.type().equals("cgroup")
                                                        && it.traits().contains(controller))
                        .reduce((_, last) -> last);
        if (membership.isEmpty() || mount.isEmpty()) {
            return OptionalDouble.empty();
        }
        Path lowest = CgroupSupport.place(mount.get(), membership.get()[2]);
        return leastUpwards(mount.get(), lowest, controller, ofFirst.isPresent());
    }

    /** The limit of every cgroup holds for those below it. */
    private static OptionalDouble leastUpwards(
            MountTable.Mount mount, Path lowest, String controller, boolean first) {
        double least = NO_LIMIT;
        for (Path at = lowest; at != null && at.startsWith(mount.point()); at = at.getParent()) {
            least = Math.min(least, first ? ofFirst(at, controller) : ofSecond(at, controller));
        }
        return least < NO_LIMIT ? OptionalDouble.of(least) : OptionalDouble.empty();
    }

    private static double ofFirst(Path group, String controller) {
        return switch (controller) {
            case "memory" -> number(read(group, "memory.limit_in_bytes"));
            case "cpu" ->
                    share(read(group, "cpu.cfs_quota_us") + " " + read(group, "cpu.cfs_period_us"));
            default -> number(read(group, "pids.max"));
        };
    }

    private static double ofSecond(Path group, String controller) {
        return switch (controller) {
            case "memory" -> number(read(group, "memory.max"));
            case "cpu" -> share(read(group, "cpu.max"));
            default -> number(read(group, "pids.max"));
        };
    }

    /** So much time in so much time. */
    private static double share(String text) {
        String[] fields = text.split(" ", -1);
        double quota = number(fields[0]);
        double period = fields.length == 2 ? number(fields[1]) : NO_LIMIT;
        return quota < NO_LIMIT && period > 0 && period < NO_LIMIT ? quota / period : NO_LIMIT;
    }

    /** Words and minus one stand for no limit, and so does a file that is not there. */
    private static double number(String text) {
        return text.matches("\\d{1,19}") ? Double.parseDouble(text) : NO_LIMIT;
    }

    private static String read(Path group, String file) {
        try {
            return Files.readString(group.resolve(file)).strip();
        } catch (IOException absent) {
            return "";
        }
    }

    /** One sentence for people. */
    String sentence() {
        var parts = new ArrayList<String>();
        memory.ifPresent(bytes -> parts.add(megabytes(bytes) + " of memory"));
        processors.ifPresent(
                share -> parts.add(String.format(Locale.ROOT, "%.2f processors", share)));
        processes.ifPresent(
                most -> parts.add(String.format(Locale.ROOT, "%.0f processes and threads", most)));
        return parts.isEmpty()
                ? "no cgroup limits foster and its children as a whole"
                : "the cgroup around foster allows it and its children "
                        + Cgroups.listed(parts)
                        + " together";
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f MB", bytes / MEGABYTE);
    }
}
