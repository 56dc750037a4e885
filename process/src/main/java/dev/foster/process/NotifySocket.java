package dev.foster.process;

import java.nio.file.Path;

/**
 * A socket on which processes tell how they are, in the manner of {@code sd_notify}. It stays where
 * it is until it or its engine is closed.
 */
public interface NotifySocket extends AutoCloseable {

    /** Where it is: what a child finds in {@code NOTIFY_SOCKET}. */
    Path path();

    /** Messages that were thrown away: too long, or more than the listener could take. */
    long dropped();

    /** Takes no more messages and removes the file. A call of the listener is not waited for. */
    @Override
    void close();
}
