package dev.foster.daemon.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives up nothing: when it is full, whoever brings more waits. For what is kept elsewhere anyway,
 * and read at the client's pace.
 */
final class EveryItem<T> implements Shelf<T> {
    private static final int MOST = 1000;

    private final ArrayDeque<T> items = new ArrayDeque<>();

    @Override
    public void put(T item) {
        items.addLast(item);
    }

    @Override
    public boolean full() {
        return items.size() >= MOST;
    }

    @Override
    public List<T> take() {
        List<T> taken = new ArrayList<>(items);
        items.clear();
        return taken;
    }

    @Override
    public long takeDropped() {
        return 0;
    }
}
