package dev.foster.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads server-sent events. */
public final class SseReader {
    private static final int LONGEST_LINE = 16 << 20;

    private final InputStream input;
    // By hand: a buffered stream takes a lock for each byte, and a busy stream has millions.
    private final byte[] buffer = new byte[32 << 10];
    private int at;
    private int filled;
    private Optional<String> lastId = Optional.empty();

    public SseReader(InputStream input) {
        this.input = input;
    }

    /** Waits for the next event; empty when the stream has ended. */
    public Optional<SseEvent> next() throws IOException {
        String event = "message";
        StringBuilder data = new StringBuilder();
        boolean any = false;
        for (Optional<String> next = line(); next.isPresent(); next = line()) {
            String line = next.get();
            if (line.isEmpty()) {
                if (any) {
                    return Optional.of(new SseEvent(lastId, event, data.toString()));
                }
                event = "message";
                continue;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            switch (field) {
                case "id" -> lastId = Optional.of(value);
                case "event" -> event = value;
                case "data" -> {
                    // Lines of data belong together; ours never have more than one.
                    data.append(any ? " " : "").append(value);
                    any = true;
                }
                default -> {
                    // A comment, or a field that is not for us.
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> line() throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            if (at == filled) {
                at = 0;
                filled = Math.max(0, input.read(buffer));
                if (filled == 0) {
                    return Optional.empty();
                }
            }
            int begin = at;
            while (at < filled && buffer[at] != '\n' && buffer[at] != '\r') {
                at++;
            }
            line.write(buffer, begin, at - begin);
            if (line.size() > LONGEST_LINE) {
                throw new IOException("a line of the stream is longer than 16 MB");
            }
            if (at < filled && buffer[at++] == '\n') {
                return Optional.of(line.toString(StandardCharsets.UTF_8));
            }
        }
    }
}
