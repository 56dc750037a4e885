package dev.foster.http;

import java.io.IOException;

/**
 * A body that is written piece by piece, for as long as the client listens. When it has been
 * written, the connection serves the client's next request; if it throws, the connection is cut, so
 * that the client does not take a part for the whole.
 */
@FunctionalInterface
public interface StreamBody {

    /** Writes until it has no more to say, or the client has gone. */
    void write(Stream stream) throws IOException, InterruptedException;

    /** Where it is written to. */
    interface Stream {

        /** Sends it at once; blocks while the client does not read, up to the server's limit. */
        void send(byte[] bytes) throws IOException;

        /** Sends it together with the end of the body; nothing can follow. */
        default void sendLast(byte[] bytes) throws IOException {
            send(bytes);
        }

        /**
         * Runs this when the client goes away or the server closes; at once if that has been. See
         * {@link Visit}.
         */
        void onGone(Runnable action);
    }
}
