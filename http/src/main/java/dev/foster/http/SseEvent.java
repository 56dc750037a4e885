package dev.foster.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A server-sent event.
 *
 * @param id what a client that comes back says it has seen last
 * @param data one line
 */
public record SseEvent(Optional<String> id, String event, String data) {
    /** A comment that keeps the connection alive and shows that it is. */
    public static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    public SseEvent {
        if (breaksLine(event) || breaksLine(data) || id.filter(SseEvent::breaksLine).isPresent()) {
            throw new IllegalArgumentException(
                    "cannot send an event of more than one line: write it as one line of JSON");
        }
    }

    public static SseEvent of(String event, String data) {
        return new SseEvent(Optional.empty(), event, data);
    }

    public SseEvent id(String wanted) {
        return new SseEvent(Optional.of(wanted), event, data);
    }

    private static boolean breaksLine(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    public byte[] bytes() {
        String idLine = id.map(text -> "id: " + text + "\n").orElse("");
        return (idLine + "event: " + event + "\ndata: " + data + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
