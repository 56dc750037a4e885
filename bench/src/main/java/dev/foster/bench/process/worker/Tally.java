package dev.foster.bench.process.worker;

/** What one subscriber saw. Written by one thread at a time, read when its child is gone. */
final class Tally {
    private long lines;
    private long bytes;
    private long latest;
    private long missed;

    /** Takes a line: its time and length are read, as any real subscriber does at least. */
    void line(long atMicros, int length) {
        lines++;
        bytes += length;
        latest = Math.max(latest, atMicros);
    }

    void missed(long count) {
        missed += count;
    }

    void add(Tally other) {
        lines += other.lines;
        bytes += other.bytes;
        latest = Math.max(latest, other.latest);
        missed += other.missed;
    }

    long lines() {
        return lines;
    }

    /** The bytes seen, newlines included. */
    long bytes() {
        return bytes + lines;
    }

    long missed() {
        return missed;
    }

    /**
     * When the last line was read; asking for it keeps the reading of times from being optimised
     * away.
     */
    long latestMicros() {
        return latest;
    }
}
