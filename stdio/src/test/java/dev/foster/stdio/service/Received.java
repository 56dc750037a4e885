package dev.foster.stdio.service;

import dev.foster.stdio.rpc.RawJson;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A whole answer of the service, read strictly: what is no HTTP is an {@link IOException}. */
record Received(int status, Map<String, String> headers, String body) {

    static Received from(InputStream input) throws IOException {
        String first = line(input);
        if (!first.matches("HTTP/1\\.1 [1-5]\\d\\d [ -~]*")) {
            throw new IOException("not a status line: " + first);
        }
        var headers = new TreeMap<String, String>();
        for (String line = line(input); !line.isEmpty(); line = line(input)) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + line);
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int status = Integer.parseInt(first.substring(9, 12));
        byte[] body =
                headers.containsKey("transfer-encoding")
                        ? chunks(input)
                        : whole(
                                input,
                                Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Received(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private static String line(InputStream input) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = input.read(); b != '\n'; b = input.read()) {
            if (b < 0) {
                throw new EOFException("the connection ended behind: " + line);
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    private static byte[] chunks(InputStream input) throws IOException {
        var all = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(input), 16);
                size > 0;
                size = Integer.parseInt(line(input), 16)) {
            all.writeBytes(whole(input, size));
            line(input);
        }
        line(input);
        return all.toByteArray();
    }

    private static byte[] whole(InputStream input, int size) throws IOException {
        byte[] bytes = input.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("the connection ended in a body");
        }
        return bytes;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** The JSON-RPC answer: the body itself, or the last event that says something. */
    RawJson answer() {
        if (!header("content-type").orElse("").startsWith("text/event-stream")) {
            return RawJson.parse(body);
        }
        List<String> data =
                body.lines()
                        .filter(line -> line.startsWith("data:"))
                        .map(line -> line.substring("data:".length()).strip())
                        .filter(line -> !line.isEmpty())
                        .toList();
        return RawJson.parse(data.getLast());
    }

    /** What a tool said in words. */
    String words() {
        RawJson answer = answer();
        return answer.at("result", "content")
                .flatMap(content -> content.elements().getFirst().text("text"))
                .orElseThrow(() -> new AssertionError("no words: " + status + " " + answer));
    }

    /** The code of the error it is. */
    long code() {
        RawJson answer = answer();
        return answer.at("error", "code")
                .orElseThrow(() -> new AssertionError("no error: " + answer))
                .whole()
                .orElseThrow();
    }
}
