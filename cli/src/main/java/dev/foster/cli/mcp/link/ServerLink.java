package dev.foster.cli.mcp.link;

import dev.foster.http.Headers;

import java.io.IOException;
import java.util.Optional;

/**
 * The way to one server of a broker. A thread that waits on it is freed by interrupting it, which
 * ends its connection too.
 */
public interface ServerLink extends AutoCloseable {

    /**
     * Asks, and waits for the head of the answer.
     *
     * @throws Unreachable when nobody is there to take it; nothing has been sent then
     */
    LinkResponse ask(String method, Headers headers, Optional<byte[]> body) throws IOException;

    /** Throws what stands in the way of using the server, as far as that shows without using it. */
    void check();

    /** Where it leads, for people. */
    String place();

    @Override
    void close();
}
