package dev.foster.supervise.probe;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLException;

/** The JDK's exceptions in words that say what the other side did. */
final class ErrorWords {
    /** How the JDK says that the other side has gone; with no message at all where input ended. */
    private static final Set<String> CLOSED =
            Set.of("Connection reset", "Connection reset by peer", "Broken pipe", "null");

    /** What the system says of a Unix domain socket. */
    private static final Map<String, String> SOCKETS =
            Map.of(
                    "No such file or directory", "no such socket",
                    "Resource temporarily unavailable", "too many wait there");

    private ErrorWords() {}

    static String of(IOException failed) {
        String message = String.valueOf(failed.getMessage());
        return switch (failed) {
            case UnknownHostException _ -> "unknown host " + message;
            case SSLException _ -> "TLS failed: " + message;
            case ConnectException _ -> message.toLowerCase(Locale.ROOT);
            default ->
                    CLOSED.contains(message)
                            ? "it closed the connection without an answer"
                            : SOCKETS.getOrDefault(message, message);
        };
    }

    /** The beginning of what was received, fit for a message. */
    static String quote(String received) {
        String shown = received.length() > 40 ? received.substring(0, 40) + "…" : received;
        return "\"" + shown.replaceAll("[^\\x20-\\x7e…]", ".") + "\"";
    }
}
