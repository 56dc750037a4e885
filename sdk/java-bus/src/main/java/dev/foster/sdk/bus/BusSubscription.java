package dev.foster.sdk.bus;

/** A subject that a plugin listens to. */
public interface BusSubscription extends AutoCloseable {
    String subject();

    /**
     * Listens no more; messages that are here already are still handled. Does nothing when that has
     * happened, so that a plugin may close in its shutdown what the runner has drained before.
     */
    @Override
    void close();
}
