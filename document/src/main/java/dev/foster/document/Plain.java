package dev.foster.document;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts, numbers, truth values, lists and maps, as JSON or as one would write them in YAML. */
public final class Plain {
    private static final int WIDEST = 110;

    private Plain() {}

    /** A mapping of such, as if it stood there. */
    public static Value.Mapping mapping(Map<String, ?> plain, Place place) {
        var entries = new LinkedHashMap<String, Value.Entry>();
        plain.forEach(
                (key, value) ->
                        entries.put(
                                key,
                                new Value.Entry(
                                        place,
                                        new Value.Scalar(
                                                place, value.toString(), Value.Kind.ANY))));
        return new Value.Mapping(place, entries);
    }

    /** What stands in a document, as such. */
    public static Object of(Value value) {
        return switch (value) {
            case Value.Scalar scalar ->
                    switch (scalar.kind()) {
                        case NUMBER -> new BigDecimal(scalar.text());
                        case BOOLEAN -> Boolean.valueOf(scalar.text());
                        case NULL, TEXT, ANY -> scalar.text();
                    };
            case Value.Sequence list -> list.items().stream().map(Plain::of).toList();
            case Value.Mapping mapping -> {
                var map = new LinkedHashMap<String, Object>();
                mapping.entries().forEach((key, entry) -> map.put(key, of(entry.value())));
                yield map;
            }
        };
    }

    static boolean isEmpty(Object value) {
        return (value instanceof Map<?, ?> map && map.isEmpty())
                || (value instanceof List<?> list && list.isEmpty());
    }

    /** In one line, as in a YAML document. */
    public static String line(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + line(entry.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list ->
                    list.stream().map(Plain::line).collect(Collectors.joining(", ", "[", "]"));
            default -> String.valueOf(value);
        };
    }

    /** JSON, indented where it is long. */
    public static String json(Object value) {
        return json(value, "") + "\n";
    }

    private static String json(Object value, String margin) {
        String narrow = narrow(value);
        if (margin.length() + narrow.length() <= WIDEST) {
            return narrow;
        }
        String deeper = margin + "  ";
        return switch (value) {
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(
                                    entry ->
                                            deeper
                                                    + quoted(String.valueOf(entry.getKey()))
                                                    + ": "
                                                    + json(entry.getValue(), deeper))
                            .collect(Collectors.joining(",\n", "{\n", "\n" + margin + "}"));
            case List<?> list ->
                    list.stream()
                            .map(item -> deeper + json(item, deeper))
                            .collect(Collectors.joining(",\n", "[\n", "\n" + margin + "]"));
            default -> narrow;
        };
    }

    private static String narrow(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(
                                    entry ->
                                            quoted(String.valueOf(entry.getKey()))
                                                    + ": "
                                                    + narrow(entry.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list ->
                    list.stream().map(Plain::narrow).collect(Collectors.joining(", ", "[", "]"));
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> quoted(value.toString());
        };
    }

    private static String quoted(String text) {
        var out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
