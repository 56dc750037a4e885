package dev.foster.process.internal.linux;

import java.nio.charset.StandardCharsets;

/**
 * Which file tells truly what a process holds resident.
 *
 * <p>Since Linux 6.2 each processor counts some pages for itself before it adds them to the
 * process's count, and {@code stat} shows the count without them. {@code statm} adds them up from
 * 6.17 on; before that it lags as well. The error has a bound, so only a process that is small
 * against it needs {@code smaps_rollup}, which walks all its pages, and walking few is cheap.
 */
final class ResidentMemory {
    private static final int COUNTERS = 3;
    private static final int TOLERATED_PART = 20;
    private static final byte[] RESIDENT = word("Rss:");
    private static final byte[] PROPORTIONAL = word("Pss:");

    /** Walking pages is not done in every pass, but for a process that is watched closely. */
    private static final int WALK_EVERY = 4;

    private final MeterFiles files;
    private final long walkedBelow;

    ResidentMemory(MeterFiles files, boolean lags, int processors) {
        this.files = files;
        long batch = Math.max(32, 2L * processors);
        this.walkedBelow =
                lags ? COUNTERS * batch * processors * ProcStat.PAGE * TOLERATED_PART : 0;
    }

    /** Whether the {@code statm} of a kernel with this release lags. */
    static boolean lags(String release) {
        String[] parts = release.split("[^0-9]", 3);
        if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            return false;
        }
        int version = Integer.parseInt(parts[0]) * 1000 + Integer.parseInt(parts[1]);
        return version >= 6002 && version < 6017;
    }

    private static byte[] word(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads how much a process holds; what was read before stays when it does not tell.
     *
     * @param closely whether the figure is to be of this pass, whatever that costs
     */
    void read(SeenProcess process, long pass, boolean closely) {
        boolean walked = process.residentBytes < walkedBelow;
        if (!process.memoryChanged && !walked) {
            return;
        }
        int length = files.read(process.pid, MeterFiles.STATM);
        long pages = ProcFigures.second(files.bytes(), length);
        if (pages < 0) {
            return;
        }
        process.memoryChanged = false;
        long bytes = pages * ProcStat.PAGE;
        if (bytes >= walkedBelow) {
            process.residentBytes = bytes;
        } else if (closely
                || process.residentBytes == 0
                || pass - process.exactMemoryReadIn >= WALK_EVERY) {
            long exact = rollup(process.pid, RESIDENT);
            process.residentBytes = exact < 0 ? bytes : exact;
            process.exactMemoryReadIn = pass;
        }
    }

    /** What a process holds, with its part of what it shares; 0 when it does not tell. */
    long proportional(SeenProcess process) {
        return Math.max(0, rollup(process.pid, PROPORTIONAL));
    }

    private long rollup(int pid, byte[] word) {
        int length = files.read(pid, MeterFiles.ROLLUP);
        long kilobytes = ProcFigures.after(word, files.bytes(), length);
        return kilobytes < 0 ? -1 : kilobytes * 1024;
    }
}
