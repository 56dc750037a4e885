package dev.foster.stdio.http;

import dev.foster.stdio.rpc.RawJson;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer as it comes from the socket, byte by byte. */
final class Reply {
    private final InputStream input;
    private final int status;
    private final Map<String, String> headers = new TreeMap<>();
    private int leftOfChunk;
    private boolean ended;

    Reply(InputStream input) throws IOException {
        this.input = input;
        String first = headLine();
        if (!first.matches("HTTP/1\\.1 \\d{3} .*")) {
            throw new IOException("not a status line: " + first);
        }
        this.status = Integer.parseInt(first.substring(9, 12));
        for (String line = headLine(); !line.isEmpty(); line = headLine()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, two) -> one + ", " + two);
        }
    }

    private String headLine() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = input.read(); b != '\n'; b = input.read()) {
            if (b < 0) {
                throw new EOFException("the connection ended in the head of an answer");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    int status() {
        return status;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    boolean isEvents() {
        return header("content-type").orElse("").startsWith("text/event-stream");
    }

    /** The whole body. */
    String body() {
        try {
            if (headers.containsKey("transfer-encoding")) {
                var all = new ByteArrayOutputStream();
                for (int b = chunkedByte(); b >= 0; b = chunkedByte()) {
                    all.write(b);
                }
                return all.toString(StandardCharsets.UTF_8);
            }
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            return new String(input.readNBytes(length), StandardCharsets.UTF_8);
        } catch (IOException cut) {
            throw new UncheckedIOException(cut);
        }
    }

    RawJson json() {
        return RawJson.parse(body());
    }

    long code() {
        RawJson json = json();
        return json.at("error", "code")
                .orElseThrow(() -> new AssertionError("no error: " + json))
                .whole()
                .orElseThrow();
    }

    private int chunkedByte() throws IOException {
        if (ended) {
            return -1;
        }
        if (leftOfChunk == 0) {
            leftOfChunk = Integer.parseInt(headLine(), 16);
            if (leftOfChunk == 0) {
                headLine();
                ended = true;
                return -1;
            }
        }
        int b = input.read();
        if (b < 0) {
            throw new EOFException("the connection ended in the middle of a stream");
        }
        if (--leftOfChunk == 0) {
            headLine();
        }
        return b;
    }

    /**
     * One event.
     *
     * @param id empty when it has none
     * @param comment whether it was only a comment
     */
    record Event(String id, String data, boolean comment, Optional<String> retry) {
        RawJson json() {
            return RawJson.parse(data);
        }
    }

    /** The next event or comment; empty at the end of the stream. */
    Optional<Event> next() {
        try {
            List<String> lines = new ArrayList<>();
            for (Optional<String> line = line(); ; line = line()) {
                if (line.isEmpty()) {
                    return Optional.empty();
                }
                if (!line.get().isEmpty()) {
                    lines.add(line.get());
                } else if (!lines.isEmpty()) {
                    return Optional.of(event(lines));
                }
            }
        } catch (IOException cut) {
            throw new UncheckedIOException(cut);
        }
    }

    /** The next event that says something; empty at the end of the stream. */
    Optional<Event> message() {
        Optional<Event> event = next();
        while (event.isPresent() && event.get().data().isEmpty()) {
            event = next();
        }
        return event;
    }

    /** What all events say up to the end of the stream. */
    List<Event> messages() {
        var all = new ArrayList<Event>();
        for (Optional<Event> event = message(); event.isPresent(); event = message()) {
            all.add(event.get());
        }
        return all;
    }

    /** How far each event says that things are; the last is the answer. */
    static List<String> steps(List<Event> events) {
        return events.stream()
                .map(
                        event ->
                                event.json()
                                        .at("params", "progress")
                                        .map(Object::toString)
                                        .orElse("answer"))
                .toList();
    }

    private static Event event(List<String> lines) {
        String id = "";
        String data = "";
        Optional<String> retry = Optional.empty();
        boolean comment = true;
        for (String line : lines) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon)) {
                case "id" -> id = value;
                case "data" -> data = value;
                case "retry" -> retry = Optional.of(value);
                default -> {
                    // The kind of an event, or a comment.
                }
            }
            comment &= colon == 0;
        }
        return new Event(id, data, comment, retry);
    }

    private Optional<String> line() throws IOException {
        var line = new ByteArrayOutputStream();
        try {
            for (int b = chunkedByte(); b != '\n'; b = chunkedByte()) {
                if (b < 0) {
                    return Optional.empty();
                }
                line.write(b);
            }
        } catch (SocketTimeoutException silent) {
            throw new AssertionError("nothing came on the stream", silent);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }
}
