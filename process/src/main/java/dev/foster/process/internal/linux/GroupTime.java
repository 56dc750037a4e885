package dev.foster.process.internal.linux;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The processor time that the kernel counted for a child's cgroup, to the microsecond: that of
 * everybody who is in it or was, also of those who came and went between two looks.
 *
 * <p>Of what a cgroup counts this alone is taken. Its memory is not what its processes hold: the
 * files they read count as well, although the kernel drops those when it needs the room, and a
 * child that only reads much would seem to keep much.
 */
final class GroupTime {
    static final long UNKNOWN = -1;

    private static final byte[] USAGE = "usage_usec ".getBytes(StandardCharsets.US_ASCII);
    private static final long NANOS_PER_MICRO = 1000;

    private final MeterFiles files;
    private int descriptor;

    private GroupTime(MeterFiles files, int descriptor) {
        this.files = files;
        this.descriptor = descriptor;
    }

    /** Of a child that has no cgroup of its own. */
    static GroupTime none(MeterFiles files) {
        return new GroupTime(files, MeterFiles.NONE);
    }

    /** Of a cgroup; unknown from the start when it cannot be read. */
    static GroupTime of(Path group, MeterFiles files) {
        return new GroupTime(files, files.open(group.resolve("cpu.stat")));
    }

    /** The time so far; {@link #UNKNOWN} while it cannot be read, and once the cgroup is gone. */
    long nanos() {
        if (descriptor < 0) {
            return UNKNOWN;
        }
        int length = files.readFrom(descriptor);
        if (length == MeterFiles.UNREADABLE) {
            return UNKNOWN;
        }
        long micros = ProcFigures.after(USAGE, files.bytes(), length);
        if (micros < 0) {
            close();
            return UNKNOWN;
        }
        return micros * NANOS_PER_MICRO;
    }

    void close() {
        files.close(descriptor);
        descriptor = MeterFiles.NONE;
    }
}
