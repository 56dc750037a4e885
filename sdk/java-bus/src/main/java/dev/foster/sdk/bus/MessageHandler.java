package dev.foster.sdk.bus;

/** Handles the messages of a subscription. */
@FunctionalInterface
public interface MessageHandler {
    void handle(BusMessage message) throws Exception;
}
