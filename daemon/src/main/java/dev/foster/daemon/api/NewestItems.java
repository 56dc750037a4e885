package dev.foster.daemon.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Keeps the newest items; the oldest give way and are counted. */
final class NewestItems<T> implements Shelf<T> {
    private static final int MOST = 4096;
    private static final int AT_ONCE = 256;

    private final ArrayDeque<T> items = new ArrayDeque<>();
    private long dropped;

    @Override
    public void put(T item) {
        if (items.size() == MOST) {
            items.removeFirst();
            dropped++;
        }
        items.addLast(item);
    }

    @Override
    public List<T> take() {
        var taken = new ArrayList<T>();
        while (!items.isEmpty() && taken.size() < AT_ONCE) {
            taken.add(items.removeFirst());
        }
        return taken;
    }

    @Override
    public long takeDropped() {
        long count = dropped;
        dropped = 0;
        return count;
    }
}
