package dev.foster.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a request is for: {@code /v1/logs?name=web}, taken apart and decoded.
 *
 * @param path the segments between the slashes
 * @param query every value of each name, in order
 */
public record Target(List<String> path, Map<String, List<String>> query) {
    private static final String UNRESERVED = "-._~";

    public Target {
        path = List.copyOf(path);
        query = new LinkedHashMap<>(query);
    }

    public static Target of(String... path) {
        return new Target(List.of(path), Map.of());
    }

    /** The same with one more value in the query. */
    public Target with(String name, String value) {
        Target more = new Target(path, query);
        var values = new ArrayList<>(more.query.getOrDefault(name, List.of()));
        values.add(value);
        more.query.put(name, values);
        return more;
    }

    static Target parse(String text) throws HttpProblem {
        if (!text.startsWith("/") || text.indexOf('#') >= 0) {
            throw HttpProblem.malformed("the target does not begin with a slash");
        }
        int mark = text.indexOf('?');
        var path = new ArrayList<String>();
        String pathText = mark < 0 ? text : text.substring(0, mark);
        for (String segment : pathText.substring(1).split("/", -1)) {
            path.add(decode(segment, false));
        }
        var query = new LinkedHashMap<String, List<String>>();
        if (mark >= 0) {
            for (String pair : text.substring(mark + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
                String value = equals < 0 ? "" : decode(pair.substring(equals + 1), true);
                query.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            }
        }
        return new Target(path, query);
    }

    private static String decode(String text, boolean plusIsSpace) throws HttpProblem {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                if (i + 2 >= text.length()
                        || !HexFormat.isHexDigit(text.charAt(i + 1))
                        || !HexFormat.isHexDigit(text.charAt(i + 2))) {
                    throw HttpProblem.malformed("a percent sign is not followed by two digits");
                }
                bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 2;
            } else if (c <= 0x20 || c >= 0x7f) {
                throw HttpProblem.malformed("the target holds a character that must be encoded");
            } else {
                bytes.write(c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw HttpProblem.malformed("the target is not UTF-8");
        }
    }

    private static String encode(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if ((c < 0x80 && Character.isLetterOrDigit(c)) || UNRESERVED.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    /** As it stands in a request line. */
    @Override
    public String toString() {
        String text = path.stream().map(Target::encode).collect(Collectors.joining("/", "/", ""));
        String pairs =
                query.entrySet().stream()
                        .flatMap(
                                entry ->
                                        entry.getValue().stream()
                                                .map(
                                                        value ->
                                                                encode(entry.getKey())
                                                                        + "="
                                                                        + encode(value)))
                        .collect(Collectors.joining("&"));
        return pairs.isEmpty() ? text : text + "?" + pairs;
    }
}
