package dev.foster.plugin;

/** Somebody hears of events until he closes this. */
@FunctionalInterface
public interface EventSubscription extends AutoCloseable {
    @Override
    void close();
}
