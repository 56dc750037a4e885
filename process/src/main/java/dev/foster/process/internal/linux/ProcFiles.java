package dev.foster.process.internal.linux;

import dev.foster.process.internal.BlankEnvironment;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code /proc} with plain system calls: a stop may look at thousands of processes. One
 * thread at a time.
 */
final class ProcFiles {
    private static final int NONE = -1;
    private static final int BUFFER = 32 * 1024;
    // An environment may be as large as the system's limit on arguments; nothing else comes near.
    private static final int LARGEST = 8 << 20;
    private static final long SYS_GETDENTS64 =
            System.getProperty("os.arch", "").equals("aarch64") ? 61 : 217;

    private final SystemCalls system;
    private final MemorySegment buffer;
    private final MemorySegment path;
    private final int spareOf;
    private int spare;
    private boolean starved;

    /**
     * @param spareOf a descriptor that is kept once more, to be let go for a moment when no other
     *     is free; less than 0 for none
     */
    ProcFiles(SystemCalls system, Arena arena, int spareOf) {
        this.system = system;
        this.spareOf = spareOf;
        this.spare = keepSpare();
        this.buffer = arena.allocate(BUFFER, 8);
        this.path = arena.allocate(128);
    }

    Optional<ProcStat> stat(long pid) {
        byte[] content = read("/proc/" + pid + "/stat");
        return content.length == 0 ? Optional.empty() : ProcStat.parse(content);
    }

    /**
     * The process with this number, if it is still the one that began at this tick and has not
     * ended.
     */
    Optional<ProcStat> alive(long pid, long startTicks) {
        return stat(pid).filter(stat -> stat.startTicks() == startTicks && !stat.zombie());
    }

    /**
     * Whether a text stands in a process's environment; nothing when it shows none, as one does not
     * while it loads its program.
     */
    Optional<Boolean> environmentHolds(long pid, String text) {
        String environment = environment(pid);
        return environment.isEmpty() ? Optional.empty() : Optional.of(environment.contains(text));
    }

    /**
     * Whether the last file could not be looked at for want of a descriptor, so that nothing is
     * known of the process.
     */
    boolean starved() {
        return starved;
    }

    /** A process's environment, as it was when it was started; empty when it shows none. */
    String environment(long pid) {
        return new String(read("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
    }

    /**
     * Whether a process that shows no environment is about to: it loads its program. Always false
     * where the system does not tell, and of a process whose environment is not ours to see.
     */
    boolean isLoading(long pid) {
        return BlankEnvironment.told()
                && canRead("/proc/" + pid + "/environ")
                && !BlankEnvironment.stays(
                        new String(read("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1));
    }

    private boolean canRead(String name) {
        int fd = open(name);
        if (fd < 0) {
            return false;
        }
        close(fd);
        return true;
    }

    /** The children of one thread; orphans that come to a process are those of its first thread. */
    List<Long> childrenOfThread(long pid, long thread) {
        return numbers(
                new String(
                        read("/proc/" + pid + "/task/" + thread + "/children"),
                        StandardCharsets.ISO_8859_1));
    }

    /** Everyone below a process, nearest first. */
    Set<Long> descendants(long pid) {
        var found = new HashSet<Long>();
        var toVisit = new ArrayList<Long>(List.of(pid));
        for (int i = 0; i < toVisit.size(); i++) {
            for (long thread : threads(toVisit.get(i))) {
                for (long child : childrenOfThread(toVisit.get(i), thread)) {
                    if (found.add(child)) {
                        toVisit.add(child);
                    }
                }
            }
        }
        return found;
    }

    private List<Long> threads(long pid) {
        int fd = open("/proc/" + pid + "/task");
        if (fd < 0) {
            return List.of();
        }
        var threads = new ArrayList<Long>();
        for (long length = entries(fd); length > 0; length = entries(fd)) {
            for (long at = 0; at < length; ) {
                int size = buffer.get(SystemCalls.INT, at + 16) & 0xffff;
                String name = buffer.getString(at + 19);
                if (!name.startsWith(".")) {
                    threads.add(Long.parseLong(name));
                }
                at += size;
            }
        }
        close(fd);
        return threads;
    }

    private long entries(int directory) {
        return system.callLong(
                Libc.SYSCALL, SYS_GETDENTS64, directory, buffer.address(), BUFFER, 0, 0);
    }

    private static List<Long> numbers(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        var numbers = new ArrayList<Long>();
        for (String word : text.split(" ", -1)) {
            if (!word.isBlank()) {
                numbers.add(Long.parseLong(word.strip()));
            }
        }
        return numbers;
    }

    /**
     * A file's content; empty when it cannot be read, which for a process means that it is gone or
     * not ours to see.
     */
    private byte[] read(String name) {
        int fd = open(name);
        if (fd < 0) {
            return new byte[0];
        }
        var content = new ByteArrayOutputStream();
        long length = system.read(fd, buffer, BUFFER);
        while (length > 0 && content.size() < LARGEST) {
            content.writeBytes(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
            length = system.read(fd, buffer, BUFFER);
        }
        close(fd);
        return content.toByteArray();
    }

    private int open(String name) {
        path.setString(0, name);
        int fd = system.open(path, SystemCalls.O_CLOEXEC);
        if (fd < 0 && system.outOfDescriptors() && spare >= 0) {
            system.close(spare);
            spare = NONE;
            fd = system.open(path, SystemCalls.O_CLOEXEC);
        }
        starved = fd < 0 && system.outOfDescriptors();
        return fd;
    }

    private void close(int fd) {
        system.close(fd);
        if (spare < 0) {
            spare = keepSpare();
        }
    }

    private int keepSpare() {
        return spareOf < 0 ? NONE : system.duplicate(spareOf, 0);
    }

    /** Lets go of what it keeps open. */
    void close() {
        if (spare >= 0) {
            system.close(spare);
            spare = NONE;
        }
    }
}
