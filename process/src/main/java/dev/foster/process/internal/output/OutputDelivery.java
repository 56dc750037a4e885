package dev.foster.process.internal.output;

import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;
import dev.foster.process.Subscription;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Carries a child's output to one listener. It has no thread of its own: new output schedules it on
 * the executor, it drains the ring and is gone again. It never runs twice at once.
 */
final class OutputDelivery extends Cursor implements Subscription, Runnable {

    /** Turns records into what the listener asked for. */
    interface Shape {
        void record(int stream, long micros, byte[] bytes, int offset, int length);

        /** What was given so far is followed by a gap, or by the end. */
        void cutShort(boolean goesOn);

        /** The bytes of this take are used up. */
        void flush();
    }

    private static final System.Logger LOG = System.getLogger("dev.foster.process");
    // Virtual threads are not preempted: a listener that always has more to read lets others run
    // after this much.
    private static final int BYTES_PER_TURN = 1 << 20;

    private static final ObjectPool<OutputRing.Take> TAKES = new ObjectPool<>(OutputRing.Take::new);

    private final OutputRing ring;
    private final boolean[] wants = new boolean[2];
    private final OutputListener<?> listener;
    private final Shape shape;
    private final Executor executor;
    private final AtomicInteger pending = new AtomicInteger();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicLong missed = new AtomicLong();
    private volatile boolean closed;

    /**
     * Makes one that is not yet started.
     *
     * @param shapes makes the shape, which asks whether the listener still wants more
     */
    OutputDelivery(
            OutputRing ring,
            OutputView view,
            OutputListener<?> listener,
            Function<BooleanSupplier, Shape> shapes,
            Executor executor) {
        this.ring = ring;
        this.listener = listener;
        this.shape = shapes.apply(() -> !closed);
        this.executor = executor;
        view.streams().forEach(stream -> wants[OutputRing.number(stream)] = true);
    }

    void start(OutputView view) {
        ring.add(this, view.from() == OutputView.From.OLDEST);
        wake();
    }

    void wake() {
        if (!closed && pending.getAndIncrement() == 0) {
            executor.execute(this);
        }
    }

    @Override
    public void run() {
        try {
            int answered;
            do {
                answered = pending.get();
                drain();
            } while (pending.addAndGet(-answered) > 0);
        } catch (Throwable thrown) {
            // Whatever a listener throws ends its own subscription and nothing else.
            closed = true;
            ring.remove(this);
            LOG.log(
                    Level.WARNING,
                    "cannot deliver output: the listener threw; it is unsubscribed",
                    thrown);
            done.completeExceptionally(thrown);
        }
    }

    private void drain() {
        OutputRing.Take take = TAKES.take();
        try {
            drain(take);
        } finally {
            TAKES.giveBack(take);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // fairness among virtual threads, not correctness
    private void drain(OutputRing.Take take) {
        int turn = 0;
        while (!closed) {
            ring.take(this, take);
            tellGap(take);
            for (int i = 0; i < take.records && !closed; i++) {
                int stream = take.stream(i);
                if (wants[stream]) {
                    shape.record(
                            stream, take.micros(i), take.bytes, take.offset(i), take.length(i));
                }
            }
            if (!closed) {
                shape.flush();
            }
            if (take.ended) {
                end();
                return;
            }
            if (take.records == 0) {
                return;
            }
            turn += take.size;
            if (turn > BYTES_PER_TURN) {
                turn = 0;
                Thread.yield();
            }
        }
    }

    private void tellGap(OutputRing.Take take) {
        long lost = (wants[0] ? take.missed[0] : 0) + (wants[1] ? take.missed[1] : 0);
        if (lost > 0) {
            missed.addAndGet(lost);
            shape.cutShort(true);
            listener.gap(lost);
        }
    }

    private void end() {
        shape.cutShort(false);
        if (closed) {
            return;
        }
        closed = true;
        ring.remove(this);
        listener.end();
        done.complete(null);
    }

    @Override
    public long missedBytes() {
        return missed.get();
    }

    @Override
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ring.remove(this);
            done.complete(null);
        }
    }
}
