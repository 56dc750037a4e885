package dev.foster.cli.mcp.link;

import java.io.InputStream;
import java.util.Optional;

/** What a broker answers; its body is still to be read. Closing it ends the connection. */
public interface LinkResponse extends AutoCloseable {

    int status();

    Optional<String> header(String name);

    InputStream body();

    default boolean isStream() {
        return header("content-type")
                .filter(type -> type.startsWith("text/event-stream"))
                .isPresent();
    }

    @Override
    void close();
}
