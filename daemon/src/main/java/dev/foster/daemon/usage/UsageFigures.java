package dev.foster.daemon.usage;

import dev.foster.process.UsageMeter;

import java.time.Instant;

/**
 * What a process and its descendants used when they were last measured.
 *
 * @param run which of its runs
 * @param cpuPercent their share of one core since they were measured before
 * @param cpuNanos processor time of this run so far
 * @param files descriptors of all of them
 * @param readBytes from storage, in this run so far
 * @param writtenBytes to storage, in this run so far
 * @param source where the processor time was taken from
 */
public record UsageFigures(
        long run,
        Instant at,
        double cpuPercent,
        long cpuNanos,
        long memoryBytes,
        int threads,
        int processes,
        int files,
        long readBytes,
        long writtenBytes,
        UsageMeter.Source source) {

    /** Whether a list of processes shows the same. */
    public boolean looksLike(UsageFigures other) {
        return cpuPercent == other.cpuPercent && memoryBytes == other.memoryBytes;
    }
}
