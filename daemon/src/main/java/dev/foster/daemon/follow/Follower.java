package dev.foster.daemon.follow;

/**
 * Who is told what happens, one call at a time. Its methods return at once, unless its source says
 * that it may take its time: it queues what it is told, and gives up what it cannot hold.
 */
public interface Follower<T> {

    void next(T item);

    /** There will be nothing more: the daemon goes down. */
    void end();
}
