package dev.foster.process.internal.linux;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/** Reads what one process uses. */
final class MeterReading {
    private static final byte[] READ = "read_bytes:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WRITTEN = "write_bytes:".getBytes(StandardCharsets.US_ASCII);

    private final MeterFiles files;
    private final ResidentMemory memory;
    private final StatLine stat = new StatLine();
    private final boolean sizeTellsDescriptors;

    MeterReading(MeterFiles files, ResidentMemory memory, int self) {
        this.files = files;
        this.memory = memory;
        // From Linux 6.2 on; before that the size is 0, and the entries are to be counted.
        this.sizeTellsDescriptors = files.size(self, MeterFiles.DESCRIPTORS) > 0;
    }

    /** A process that was not known before; nothing when it is gone already or cannot be read. */
    @Nullable SeenProcess first(int pid, long pass) {
        int length = files.read(pid, MeterFiles.STAT);
        if (length <= 0 || !stat.parse(files.bytes(), length)) {
            return null;
        }
        var process = new SeenProcess(pid, stat);
        process.readIn = pass;
        return process;
    }

    /**
     * Reads again where a process is and what time it took. It is gone when its number is another's
     * now; what cannot be read for another reason stays as it was.
     */
    void again(SeenProcess process, long pass) {
        int kept = process.statDescriptor;
        int length = kept < 0 ? files.read(process.pid, MeterFiles.STAT) : files.readFrom(kept);
        if (length == MeterFiles.GONE) {
            process.gone = true;
        } else if (length > 0 && stat.parse(files.bytes(), length)) {
            if (stat.start() == process.start) {
                process.take(stat);
                process.readIn = pass;
            } else {
                process.gone = true;
            }
        }
    }

    /** Whether a process may have run since this was last asked; one that is gone may. */
    boolean ran(SeenProcess process) {
        long clock = files.clock(process.pid);
        boolean same = clock >= 0 && clock == process.clockNanos;
        process.clockNanos = clock;
        return !same;
    }

    void memory(SeenProcess process, long pass, boolean closely) {
        if (process.zombie) {
            process.residentBytes = 0;
        } else {
            memory.read(process, pass, closely);
        }
    }

    /** Those of other users' processes may be hidden, and stay 0. */
    void descriptors(SeenProcess process, long round) {
        process.filesReadIn = round;
        process.filesReadClock = process.clockNanos;
        long open = 0;
        if (!process.zombie) {
            open =
                    sizeTellsDescriptors
                            ? files.size(process.pid, MeterFiles.DESCRIPTORS)
                            : files.count(process.pid, MeterFiles.DESCRIPTORS);
        }
        process.files = open < 0 ? process.files : (int) open;
    }

    /** What went to and came from storage; hidden where descriptors are. */
    void storage(SeenProcess process, long round) {
        process.storageReadIn = round;
        process.storageReadClock = process.clockNanos;
        process.storageReadNanos = process.ownNanos;
        int length = files.read(process.pid, MeterFiles.IO);
        process.readBytes =
                Math.max(process.readBytes, ProcFigures.after(READ, files.bytes(), length));
        process.writtenBytes =
                Math.max(process.writtenBytes, ProcFigures.after(WRITTEN, files.bytes(), length));
    }

    /**
     * Makes ready to read a process often. Should the number be another's by now, the next reading
     * shows that it began at another time.
     */
    void keep(SeenProcess process) {
        if (process.statDescriptor < 0) {
            process.statDescriptor = files.keep(process.pid, MeterFiles.STAT);
        }
    }

    void release(SeenProcess process) {
        files.release(process.statDescriptor);
        process.statDescriptor = MeterFiles.NONE;
    }

    long proportional(SeenProcess process) {
        int length = files.read(process.pid, MeterFiles.STAT);
        boolean same =
                length > 0
                        && stat.parse(files.bytes(), length)
                        && stat.start() == process.start
                        && !stat.zombie();
        return same ? memory.proportional(process) : 0;
    }
}
