package dev.foster.process.internal.output;

import dev.foster.process.ChildOutput;
import dev.foster.process.Chunk;
import dev.foster.process.Line;
import dev.foster.process.LineBatch;
import dev.foster.process.OutputCounts;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;
import dev.foster.process.Subscription;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** A child's output, as its ring remembers it. */
public final class RingOutput implements ChildOutput {
    private final OutputRing ring;
    private final int maxLine;
    private final Executor executor;
    private final Promise<Boolean> ended;

    public RingOutput(OutputLimits limits, Executor executor) {
        this.ring = new OutputRing(limits);
        this.maxLine = limits.maxLine();
        this.executor = executor;
        this.ended = new Promise<>(executor);
    }

    public OutputRing ring() {
        return ring;
    }

    /** Called by the engine when every pipe has reached its end. */
    public void end() {
        ring.end();
        ended.complete(true);
    }

    @Override
    public Subscription lines(OutputView view, OutputListener<Line> listener) {
        return subscribe(
                view,
                listener,
                wanted ->
                        new CutLines(
                                maxLine,
                                batch -> {
                                    for (int i = 0;
                                            i < batch.size() && wanted.getAsBoolean();
                                            i++) {
                                        listener.next(batch.line(i));
                                    }
                                }));
    }

    @Override
    public Subscription batches(OutputView view, OutputListener<LineBatch> listener) {
        return subscribe(
                view,
                listener,
                wanted ->
                        new CutLines(
                                maxLine,
                                batch -> {
                                    if (wanted.getAsBoolean()) {
                                        listener.next(batch);
                                    }
                                }));
    }

    @Override
    public Subscription bytes(OutputView view, OutputListener<Chunk> listener) {
        return subscribe(
                view,
                listener,
                _ ->
                        new OutputDelivery.Shape() {
                            @Override
                            public void record(
                                    int stream, long micros, byte[] bytes, int offset, int length) {
                                byte[] own = Arrays.copyOfRange(bytes, offset, offset + length);
                                listener.next(
                                        new Chunk(
                                                OutputRing.stream(stream),
                                                Instant.EPOCH.plus(micros, ChronoUnit.MICROS),
                                                own));
                            }

                            @Override
                            public void cutShort(boolean goesOn) {
                                // Bytes are handed over as they came: there is never anything
                                // unfinished.
                            }

                            @Override
                            public void flush() {
                                // Nothing is held back.
                            }
                        });
    }

    private Subscription subscribe(
            OutputView view,
            OutputListener<?> listener,
            Function<BooleanSupplier, OutputDelivery.Shape> shapes) {
        var delivery = new OutputDelivery(ring, view, listener, shapes, executor);
        delivery.start(view);
        return delivery;
    }

    @Override
    public List<Line> tail(int count) {
        // Of short lines there may be very many.
        var lines = new ArrayDeque<Line>();
        var cutter =
                new LineCutter(
                        maxLine,
                        batch -> {
                            for (int i = 0; i < batch.size(); i++) {
                                lines.addLast(batch.line(i));
                                if (lines.size() > count) {
                                    lines.removeFirst();
                                }
                            }
                        });
        OutputRing.Take take = ring.takeAll();
        for (int i = 0; i < take.records; i++) {
            cutter.cut(
                    take.stream(i),
                    take.micros(i),
                    take.bytes,
                    take.offset(i),
                    take.offset(i) + take.length(i));
        }
        cutter.finish(false);
        return List.copyOf(lines);
    }

    @Override
    public OutputCounts counts() {
        return ring.counts();
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended.future().thenAccept(_ -> {});
    }

    /** Hands records over as lines. */
    private static final class CutLines implements OutputDelivery.Shape {
        private final LineCutter cutter;

        CutLines(int maxLine, Consumer<LineBatch> out) {
            this.cutter = new LineCutter(maxLine, out);
        }

        @Override
        public void record(int stream, long micros, byte[] bytes, int offset, int length) {
            cutter.cut(stream, micros, bytes, offset, offset + length);
        }

        @Override
        public void cutShort(boolean goesOn) {
            cutter.finish(goesOn);
        }

        @Override
        public void flush() {
            cutter.flush();
        }
    }
}
