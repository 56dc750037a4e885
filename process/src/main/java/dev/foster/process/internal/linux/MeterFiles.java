package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads small files for a meter, most of them below {@code /proc}: relative to one descriptor, into
 * one buffer, and without making an object. One thread at a time.
 */
final class MeterFiles {
    static final int GONE = -1;

    /** Stands for a descriptor that is not open. */
    static final int NONE = -1;

    /** For now or for ever, and not because the process is gone. */
    static final int UNREADABLE = -2;

    static final byte[] STAT = file("stat");
    static final byte[] STATM = file("statm");
    static final byte[] IO = file("io");
    static final byte[] DESCRIPTORS = file("fd");
    static final byte[] ROLLUP = file("smaps_rollup");

    private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");
    private static final long SYS_OPENAT = ARM ? 56 : 257;
    private static final long SYS_PREAD = ARM ? 67 : 17;
    private static final long SYS_LSEEK = ARM ? 62 : 8;
    private static final long SYS_GETDENTS64 = ARM ? 61 : 217;
    private static final long SYS_FSTATAT = ARM ? 79 : 262;
    private static final long SYS_CLOCK_GETTIME = ARM ? 113 : 228;
    private static final int CLOCK_BITS = 3;
    private static final int CLOCK_OF_ALL_THREADS = 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int ENOENT = 2;
    private static final int ESRCH = 3;
    private static final int ENODEV = 19;
    private static final int BUFFER = 32 * 1024;
    private static final int LARGEST_FILE = 4096;
    private static final int MOST_KEPT = 1024;
    private static final int KEPT_PART = 8;
    private static final long ENTRY_SIZE = 16;
    private static final int ENTRY_NAME = 19;
    private static final long STATUS_SIZE = 48;

    private final SystemCalls system;
    private final MemorySegment buffer;
    private final MemorySegment path;
    private final byte[] bytes = new byte[BUFFER];
    private final byte[] name = new byte[32];
    private final int proc;
    private final int mostKept;
    private int[] pids = new int[1024];
    private volatile int kept;

    MeterFiles(Arena arena) {
        this.system = new SystemCalls(arena);
        this.buffer = arena.allocate(BUFFER, 8);
        this.path = arena.allocate(name.length);
        this.proc = system.open(arena.allocateFrom("/proc"), SystemCalls.O_CLOEXEC);
        this.mostKept = mostKept(system.mostDescriptors(buffer));
    }

    /** Most descriptors are for the children, should this process be allowed few. */
    static int mostKept(long allowed) {
        return allowed < 0 ? MOST_KEPT : (int) Math.min(MOST_KEPT, allowed / KEPT_PART);
    }

    private static byte[] file(String name) {
        return ("/" + name + "\0").getBytes(StandardCharsets.US_ASCII);
    }

    /** How many more may be kept open, with so many processes to read of. */
    int mayStillKeep(int processes) {
        return Math.max(0, Math.min(mostKept, processes) - kept);
    }

    /** What was read last. */
    byte[] bytes() {
        return bytes;
    }

    /** Reads a file of a process; its length, or why there is none. */
    int read(int pid, byte[] file) {
        int fd = open(pid, file);
        if (fd < 0) {
            return failure();
        }
        int length = readFrom(fd);
        system.close(fd);
        return length;
    }

    /** Reads a file that was opened to be kept, from its beginning. */
    int readFrom(int fd) {
        long length =
                system.callLong(Libc.SYSCALL, SYS_PREAD, fd, buffer.address(), LARGEST_FILE, 0, 0);
        if (length < 0) {
            return failure();
        }
        MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) length);
        return (int) length;
    }

    /**
     * Opens a file of a process to keep it; {@link #NONE} when it cannot be, or too many are. From
     * then on it speaks for that process alone, even when the number is another's.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // it has one writer
    int keep(int pid, byte[] file) {
        int fd = kept < mostKept ? open(pid, file) : NONE;
        if (fd >= 0) {
            kept++;
        }
        return Math.max(fd, NONE);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // it has one writer
    void release(int fd) {
        if (fd >= 0) {
            system.close(fd);
            kept--;
        }
    }

    /** Opens a file elsewhere, of which there are few; {@link #NONE} when it cannot be. */
    int open(Path file) {
        try (Arena own = Arena.ofConfined()) {
            return Math.max(
                    system.open(own.allocateFrom(file.toString()), SystemCalls.O_CLOEXEC), NONE);
        }
    }

    void close(int fd) {
        if (fd >= 0) {
            system.close(fd);
        }
    }

    private int failure() {
        int why = system.errno();
        return why == ENOENT || why == ESRCH || why == ENODEV ? GONE : UNREADABLE;
    }

    private int open(int pid, byte[] file) {
        path(pid, file);
        return system.call(
                Libc.SYSCALL, SYS_OPENAT, proc, path.address(), SystemCalls.O_CLOEXEC, 0, 0);
    }

    private void path(int pid, byte[] file) {
        int digits = 1;
        for (int rest = pid; rest > 9; rest /= 10) {
            digits++;
        }
        int rest = pid;
        for (int at = digits - 1; at >= 0; at--) {
            name[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        System.arraycopy(file, 0, name, digits, file.length);
        MemorySegment.copy(name, 0, path, ValueLayout.JAVA_BYTE, 0, digits + file.length);
    }

    /** Lists the processes of the machine; how many, or less than 0 when it cannot. */
    int list() {
        if (system.call(Libc.SYSCALL, SYS_LSEEK, proc, 0, 0, 0, 0) < 0) {
            return UNREADABLE;
        }
        int count = 0;
        long length = entries(proc);
        while (length > 0) {
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) length);
            for (int at = 0; at < length; at += size(at)) {
                int pid = number(at + ENTRY_NAME);
                if (pid > 0) {
                    if (count == pids.length) {
                        pids = Arrays.copyOf(pids, 2 * count);
                    }
                    pids[count++] = pid;
                }
            }
            length = entries(proc);
        }
        return length < 0 ? UNREADABLE : count;
    }

    int listed(int index) {
        return pids[index];
    }

    private long entries(int directory) {
        return system.callLong(
                Libc.SYSCALL, SYS_GETDENTS64, directory, buffer.address(), BUFFER, 0, 0);
    }

    private int size(int entry) {
        int at = entry + (int) ENTRY_SIZE;
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
    }

    /** The number that is a name; 0 when the name is none. */
    private int number(int at) {
        int number = 0;
        for (int next = at; bytes[next] != 0; next++) {
            if (bytes[next] < '0' || bytes[next] > '9') {
                return 0;
            }
            number = number * 10 + (bytes[next] - '0');
        }
        return number;
    }

    /** The size of a file of a process, as the kernel states it; less than 0 when it cannot. */
    long size(int pid, byte[] file) {
        path(pid, file);
        int answer =
                system.call(
                        Libc.SYSCALL, SYS_FSTATAT, proc, path.address(), buffer.address(), 0, 0);
        return answer < 0 ? failure() : buffer.get(SystemCalls.LONG, STATUS_SIZE);
    }

    /**
     * The processor time of a process to the nanosecond, from its clock, which costs a quarter of
     * reading a file; less than 0 when there is no such process.
     */
    long clock(int pid) {
        int clock = ~pid << CLOCK_BITS | CLOCK_OF_ALL_THREADS;
        int answer = system.call(Libc.SYSCALL, SYS_CLOCK_GETTIME, clock, buffer.address(), 0, 0, 0);
        return answer < 0
                ? GONE
                : buffer.get(SystemCalls.LONG, 0) * NANOS_PER_SECOND
                        + buffer.get(SystemCalls.LONG, 8);
    }

    /** Counts what is in a directory of a process; less than 0 when it cannot. */
    int count(int pid, byte[] directory) {
        int fd = open(pid, directory);
        if (fd < 0) {
            return failure();
        }
        int count = 0;
        for (long length = entries(fd); length > 0; length = entries(fd)) {
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) length);
            for (int at = 0; at < length; at += size(at)) {
                if (bytes[at + ENTRY_NAME] != '.') {
                    count++;
                }
            }
        }
        system.close(fd);
        return count;
    }

    void close() {
        if (proc >= 0) {
            system.close(proc);
        }
    }
}
