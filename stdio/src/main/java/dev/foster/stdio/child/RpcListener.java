package dev.foster.stdio.child;

import dev.foster.process.Exit;
import dev.foster.stdio.rpc.RpcMessage;

/**
 * Hears what a child says of its own accord.
 *
 * <p>Everything but {@link #log} and {@link #logMissed} comes in the order the child wrote it, one
 * call at a time, never under a lock. A call may block: then this child has to wait, and no other.
 * It must not wait for an answer of the same child, which could not be read meanwhile.
 */
public interface RpcListener {

    /** The child asks, and wants an answer. When this throws, it is answered with an error. */
    void request(RpcMessage fromChild);

    void notification(RpcMessage fromChild);

    /**
     * One line of standard error, on a thread of its own: when it is slow, lines are dropped and
     * messages are not held up.
     */
    default void log(String stderrLine) {}

    /** So many lines of standard error, which stood before the next one, were dropped. */
    default void logMissed(long lines) {}

    /** Something on standard output that could not be taken as a message. */
    default void stray(Stray stray) {}

    /** The child has ended. This is the last call; what was in flight has failed before it. */
    default void ended(Exit exit) {}
}
