package dev.foster.process.internal.output;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;

/**
 * Keeps a few used objects for the next who needs one. Deliveries come and go many times a second;
 * with new memory each time they would spend much of their work on clearing it, and kept by each of
 * thousands of children it would add up.
 */
final class ObjectPool<T> {
    private static final int MOST = 4;

    private final ArrayBlockingQueue<T> spare = new ArrayBlockingQueue<>(MOST);
    private final Supplier<T> maker;

    ObjectPool(Supplier<T> maker) {
        this.maker = maker;
    }

    T take() {
        T found = spare.poll();
        return found == null ? maker.get() : found;
    }

    /** Takes it back, unless there are enough: then it is garbage. */
    void giveBack(T used) {
        var _ = spare.offer(used);
    }
}
