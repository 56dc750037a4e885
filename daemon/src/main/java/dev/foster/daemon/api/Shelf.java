package dev.foster.daemon.api;

import java.util.List;

/** Where items wait for a client: bounded, whatever comes. Used under its owner's lock. */
interface Shelf<T> {

    void put(T item);

    /** Whether the next item has to wait until some were taken. */
    default boolean full() {
        return false;
    }

    /** Takes some of the items, in their order. */
    List<T> take();

    /** How many were given up since this was last asked. */
    long takeDropped();
}
