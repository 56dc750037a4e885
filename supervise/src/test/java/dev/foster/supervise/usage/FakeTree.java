package dev.foster.supervise.usage;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;

/** Figures that a test sets. */
final class FakeTree implements UsageMeter.Tree {
    private static final long HALF_A_SECOND = 500_000_000;

    long at;
    boolean there = true;
    long cpu;
    long resident;
    int threads = 1;
    int processes = 1;
    int mostFiles;
    boolean quiet;
    boolean closed;

    /** It is measured half a second later; one that is quiet is so only once. */
    FakeTree pass() {
        if (!quiet || at == 0) {
            at += HALF_A_SECOND;
        }
        return this;
    }

    @Override
    public Child child() {
        throw new UnsupportedOperationException("nobody asks for it");
    }

    @Override
    public long measuredAt() {
        return at;
    }

    @Override
    public boolean there() {
        return there;
    }

    @Override
    public long cpuNanos() {
        return cpu;
    }

    @Override
    public long residentBytes() {
        return resident;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public int processes() {
        return processes;
    }

    @Override
    public int mostFiles() {
        return mostFiles;
    }

    @Override
    public int files() {
        return mostFiles;
    }

    @Override
    public long readBytes() {
        return 0;
    }

    @Override
    public long writtenBytes() {
        return 0;
    }

    @Override
    public long proportionalBytes() {
        return resident / 2;
    }

    @Override
    public void close() {
        closed = true;
    }
}
