package dev.foster.process;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A listener of the random schedule, perhaps a slow one, that checks how it is called. */
final class RandomListener {
    /**
     * A nap may take a busy machine many times as long: thousands of them would look like a hang.
     */
    private static final int MOST_LINGERING = 300;

    private final OutputView view;
    private final boolean slow;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private final AtomicInteger ends = new AtomicInteger();
    private volatile boolean broken;
    private volatile boolean closed;
    private int lingered;
    private boolean exact;
    private Optional<Subscription> subscription = Optional.empty();

    RandomListener(OutputView view, boolean slow) {
        this.view = view;
        this.slow = slow;
    }

    /** Subscribes to the bytes, which can be counted exactly, or to the lines. */
    void subscribe(ChildOutput output, boolean toBytes) {
        exact = toBytes && view.from() == OutputView.From.OLDEST;
        subscription =
                Optional.of(
                        toBytes
                                ? output.bytes(view, listener(chunk -> chunk.bytes().length))
                                : output.lines(view, listener(line -> line.bytes().length)));
    }

    private interface Size<T> {
        int of(T item);
    }

    private <T> OutputListener<T> listener(Size<T> size) {
        return new OutputListener<>() {
            @Override
            public void next(T item) {
                alone(() -> bytes.addAndGet(size.of(item)));
                if (slow && lingered++ < MOST_LINGERING) {
                    LockSupport.parkNanos(500_000);
                }
            }

            @Override
            public void gap(long length) {
                alone(() -> missed.addAndGet(length));
            }

            @Override
            public void end() {
                alone(() -> ends.incrementAndGet());
            }
        };
    }

    /** Calls must not overlap, and none may come after the end. */
    private void alone(Runnable change) {
        if (!busy.compareAndSet(false, true) || ends.get() > 0) {
            broken = true;
        }
        change.run();
        busy.set(false);
    }

    CompletableFuture<Void> done() {
        return subscription.orElseThrow().done();
    }

    void close() {
        closed = true;
        subscription.orElseThrow().close();
    }

    /**
     * What is wrong once the output has ended; empty when all is well, or when it left before the
     * end.
     */
    Optional<String> check(OutputCounts counts) {
        if (closed && !broken) {
            return Optional.empty();
        }
        long written =
                (view.streams().contains(ChildStream.STDOUT) ? counts.stdoutBytes() : 0)
                        + (view.streams().contains(ChildStream.STDERR) ? counts.stderrBytes() : 0);
        if (broken || ends.get() != 1) {
            return Optional.of(
                    "a listener called "
                            + (broken ? "twice at a time or after the end" : ends + " ends"));
        }
        if (exact && bytes.get() + missed.get() != written) {
            return Optional.of(
                    "a listener got "
                            + bytes
                            + " and missed "
                            + missed
                            + " of "
                            + written
                            + " bytes");
        }
        if (missed.get() != subscription.orElseThrow().missedBytes()) {
            return Optional.of(
                    "a listener was told of "
                            + missed
                            + " missed bytes, its subscription of "
                            + subscription.orElseThrow().missedBytes());
        }
        return Optional.empty();
    }
}
