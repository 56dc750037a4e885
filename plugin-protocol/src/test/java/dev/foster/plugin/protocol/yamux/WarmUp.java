package dev.foster.plugin.protocol.yamux;

import dev.foster.testkit.Leaks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** Makes the JVM open what it opens once: its pollers for virtual threads that wait for sockets. */
public final class WarmUp {
    private WarmUp() {}

    /** What is there afterwards does not count as a leak. */
    public static Leaks snapshot(Path folder) {
        try {
            SocketPair pair = SocketPair.unix(folder);
            try (YamuxSession client =
                            YamuxSession.client(pair.dialled(), YamuxOptions.ofDefaults());
                    YamuxSession server =
                            YamuxSession.server(pair.accepted(), YamuxOptions.ofDefaults())) {
                client.ping(Duration.ofSeconds(10));
                server.ping(Duration.ofSeconds(10));
            }
            return Leaks.snapshot();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
