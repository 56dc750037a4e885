package dev.foster.process;

/** Receives a child's output. */
@FunctionalInterface
public interface OutputListener<T> {

    void next(T item);

    /**
     * Called where bytes are missing because this listener was too slow, or came too late for them.
     */
    default void gap(long bytes) {}

    /** Called once after the last item, when the output has ended. */
    default void end() {}
}
