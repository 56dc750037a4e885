package dev.foster.daemon.usage;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;

import java.lang.reflect.Proxy;
import java.time.Instant;

/** Figures that a test sets. */
final class FakeTree implements UsageMeter.Tree {
    long at;
    long cpu;
    long memory;
    boolean alive = true;
    UsageMeter.Source source = UsageMeter.Source.PROCESSES;
    Instant startedAt = Instant.parse("2026-01-31T11:00:00Z");

    FakeTree(long at, long memory) {
        this.at = at;
        this.memory = memory;
    }

    /** A child that knows only when it began and whether it is there. */
    @Override
    public Child child() {
        return (Child)
                Proxy.newProxyInstance(
                        Child.class.getClassLoader(),
                        new Class<?>[] {Child.class},
                        (_, method, _) -> {
                            if (method.getName().equals("startedAt")) {
                                return startedAt;
                            }
                            if (method.getName().equals("alive")) {
                                return alive;
                            }
                            throw new UnsupportedOperationException(method.getName());
                        });
    }

    @Override
    public long measuredAt() {
        return at;
    }

    @Override
    public UsageMeter.Source source() {
        return source;
    }

    @Override
    public boolean there() {
        return true;
    }

    @Override
    public long cpuNanos() {
        return cpu;
    }

    @Override
    public long residentBytes() {
        return memory;
    }

    @Override
    public int threads() {
        return 2;
    }

    @Override
    public int processes() {
        return 1;
    }

    @Override
    public int mostFiles() {
        return 3;
    }

    @Override
    public int files() {
        return 3;
    }

    @Override
    public long readBytes() {
        return 4;
    }

    @Override
    public long writtenBytes() {
        return 5;
    }

    @Override
    public long proportionalBytes() {
        return memory / 2;
    }

    @Override
    public void close() {}
}
