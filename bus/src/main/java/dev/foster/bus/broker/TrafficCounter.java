package dev.foster.bus.broker;

/**
 * How many messages and bytes one thread has handled. It counts for itself and tells the others now
 * and then: making each count visible would cost more than the counting.
 */
final class TrafficCounter {
    private long messages;
    private long bytes;
    private volatile long toldMessages;
    private volatile long toldBytes;

    void add(int length) {
        messages++;
        bytes += length;
    }

    /** From now on everybody sees what was counted until now. */
    void tell() {
        toldMessages = messages;
        toldBytes = bytes;
    }

    long messages() {
        return toldMessages;
    }

    long bytes() {
        return toldBytes;
    }
}
