package dev.foster.daemon.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Gives up nothing: when it is full, whoever brings more waits. For what is kept elsewhere anyway,
 * and read at the client's pace.
 */
final class EveryItem<T> implements Shelf<T> {
    private static final int MOST = 1000;
    private static final long HEAVIEST = 256 << 10;

    private final ArrayDeque<T> items = new ArrayDeque<>();
    private final ToLongFunction<T> weight;
    private long weighs;

    /**
     * @param weight about how many characters an item is
     */
    EveryItem(ToLongFunction<T> weight) {
        this.weight = weight;
    }

    @Override
    public void put(T item) {
        items.addLast(item);
        weighs += weight.applyAsLong(item);
    }

    @Override
    public boolean full() {
        return items.size() >= MOST || weighs >= HEAVIEST;
    }

    @Override
    public List<T> take() {
        List<T> taken = new ArrayList<>(items);
        items.clear();
        weighs = 0;
        return taken;
    }

    @Override
    public long takeDropped() {
        return 0;
    }
}
