package dev.foster.control.http;

import java.io.IOException;

/** A body that is written piece by piece, for as long as the client listens. */
@FunctionalInterface
public interface StreamBody {

    /** Writes until it has no more to say, or the client has gone. */
    void write(Stream stream) throws IOException, InterruptedException;

    /** Where it is written to. */
    interface Stream {

        /** Sends it at once; blocks while the client does not read. */
        void send(byte[] bytes) throws IOException;

        /** Runs this when the client goes away or the server closes; at once if that has been. */
        void onGone(Runnable action);
    }
}
