package dev.foster.http;

import java.io.IOException;
import java.nio.channels.ByteChannel;

/**
 * The bytes between a server and one client. One thread may read while another writes; closing it,
 * from any thread, ends both.
 */
sealed interface Wire extends ByteChannel permits PlainWire, TlsWire {

    /** Agrees with the client on how to speak, before anything else. */
    void open() throws IOException;

    /** Tells the client that nothing more will come. */
    void shutdownOutput() throws IOException;
}
