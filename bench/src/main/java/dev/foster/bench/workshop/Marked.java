package dev.foster.bench.workshop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The processes that carry a mark in their environment or among their arguments, and what these
 * started.
 *
 * <p>A supervisor that detaches is no descendant of ours any more, but it keeps its environment: so
 * nothing that we started can escape, and nothing else is ever touched.
 */
public final class Marked {
    public static final String VARIABLE = "FOSTER_BENCH";

    private final String mark;

    Marked(String mark) {
        this.mark = VARIABLE + "=" + mark;
    }

    public List<ProcessHandle> all() {
        List<ProcessHandle> everything =
                ProcessHandle.allProcesses().filter(Marked::lives).toList();
        Map<Long, ProcessHandle> found = new LinkedHashMap<>();
        everything.stream().filter(this::carries).forEach(it -> found.put(it.pid(), it));
        // Their descendants, a generation at a time: to ask each for its own would take a look at
        // all processes for each of them.
        boolean grown = !found.isEmpty();
        while (grown) {
            int before = found.size();
            everything.stream()
                    .filter(it -> !found.containsKey(it.pid()))
                    .filter(
                            it ->
                                    it.parent()
                                            .map(ProcessHandle::pid)
                                            .filter(found::containsKey)
                                            .isPresent())
                    .toList()
                    .forEach(it -> found.put(it.pid(), it));
            grown = found.size() > before;
        }
        // Never ourselves, should the benchmark have been started from inside another.
        found.remove(ProcessHandle.current().pid());
        return List.copyOf(found.values());
    }

    private boolean carries(ProcessHandle process) {
        return texts(process, "environ").contains("\0" + mark)
                || texts(process, "cmdline").contains("\0" + mark);
    }

    /** What a process was told in a variable, if it has it. */
    public static Optional<String> variable(ProcessHandle process, String name) {
        String all = texts(process, "environ");
        int at = all.indexOf("\0" + name + "=");
        if (at < 0) {
            return Optional.empty();
        }
        int begin = at + name.length() + 2;
        return Optional.of(all.substring(begin, all.indexOf('\0', begin)));
    }

    /** Whether a process has an argument. */
    public static boolean hasArgument(ProcessHandle process, String argument) {
        return texts(process, "cmdline").contains("\0" + argument + "\0");
    }

    /** Texts that the kernel keeps of a process, a zero before and behind each. */
    private static String texts(ProcessHandle process, String file) {
        try {
            byte[] texts = Files.readAllBytes(proc(process, file));
            return "\0" + new String(texts, StandardCharsets.ISO_8859_1) + "\0";
        } catch (IOException goneOrForeign) {
            return "";
        }
    }

    /** The file a process runs; nothing when it has ended. */
    public static Optional<Path> program(ProcessHandle process) {
        try {
            return Optional.of(Files.readSymbolicLink(proc(process, "exe")));
        } catch (IOException goneOrForeign) {
            return Optional.empty();
        }
    }

    public static boolean runs(ProcessHandle process, Path program) {
        return program(process).stream().anyMatch(program::equals);
    }

    /** A process that ended and was not waited for has no program any more. */
    private static boolean lives(ProcessHandle process) {
        return program(process).isPresent();
    }

    private static Path proc(ProcessHandle process, String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    /** Kills them, again and again until none is left; false when some do not go. */
    public boolean kill(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        for (List<ProcessHandle> left = all(); !left.isEmpty(); left = all()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            left.forEach(ProcessHandle::destroyForcibly);
        }
        return true;
    }
}
