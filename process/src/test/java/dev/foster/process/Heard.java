package dev.foster.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Every line a test heard of a child, with a way to wait for the next. */
final class Heard implements OutputListener<Line> {
    private final List<Line> lines = new ArrayList<>();
    private long missed;
    private int ends;

    /** Listens to both streams from the oldest byte kept. */
    static Heard of(Child child) {
        return of(child, OutputView.all());
    }

    static Heard of(Child child, OutputView view) {
        var heard = new Heard();
        child.output().lines(view, heard);
        return heard;
    }

    @Override
    public synchronized void next(Line line) {
        lines.add(line);
        notifyAll();
    }

    @Override
    public synchronized void gap(long bytes) {
        missed += bytes;
        notifyAll();
    }

    @Override
    public synchronized void end() {
        ends++;
        notifyAll();
    }

    /** Waits for a line with this text. */
    synchronized Heard await(String text) throws InterruptedException {
        return await("\"" + text + "\"", () -> texts().contains(text));
    }

    /** Waits for this many lines in all. */
    synchronized Heard awaitLines(int count) throws InterruptedException {
        return await(count + " lines", () -> lines.size() >= count);
    }

    synchronized Heard awaitEnd() throws InterruptedException {
        return await("the end of the output", () -> ends > 0);
    }

    private Heard await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + EngineContract.SOON.toNanos();
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                int from = Math.max(0, lines.size() - 5);
                throw new AssertionError(
                        "did not hear "
                                + what
                                + "; heard "
                                + lines.size()
                                + " lines, ends="
                                + ends
                                + ", missed="
                                + missed
                                + ", the last being "
                                + lines.subList(from, lines.size()));
            }
            wait(left);
        }
        return this;
    }

    synchronized List<Line> lines() {
        return List.copyOf(lines);
    }

    synchronized List<String> texts() {
        return lines.stream().map(Line::text).toList();
    }

    synchronized List<String> texts(ChildStream stream) {
        return lines.stream().filter(line -> line.stream() == stream).map(Line::text).toList();
    }

    synchronized long missed() {
        return missed;
    }

    synchronized int ends() {
        return ends;
    }
}
