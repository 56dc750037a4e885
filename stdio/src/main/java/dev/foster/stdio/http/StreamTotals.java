package dev.foster.stdio.http;

/** What a client's streams keep and have lost; guarded by the lock of those streams. */
final class StreamTotals {
    private long bytes;
    private long lost;

    long bytes() {
        return bytes;
    }

    long lost() {
        return lost;
    }

    void keep(long more) {
        bytes += more;
    }

    void drop(long fewer) {
        bytes -= fewer;
    }

    void lose() {
        lost++;
    }
}
