package dev.foster.sdk.bus;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON as texts, longs, doubles, booleans, lists, maps and null. */
final class Json {
    private Json() {}

    /**
     * Reads one value.
     *
     * @throws IllegalArgumentException when it is no JSON
     */
    static @Nullable Object read(String text) {
        return new JsonReader(text).all();
    }

    /** What is known to be an object, with its type. */
    static Map<String, @Nullable Object> object(Map<?, ?> members) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        members.forEach((name, value) -> object.put(String.valueOf(name), value));
        return Collections.unmodifiableMap(object);
    }

    static String write(@Nullable Object value) {
        var out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case Map<?, ?> map -> {
                String separator = "{";
                for (Map.Entry<?, ?> each : map.entrySet()) {
                    quote(String.valueOf(each.getKey()), out.append(separator));
                    write(each.getValue(), out.append(':'));
                    separator = ",";
                }
                out.append(map.isEmpty() ? "{}" : "}");
            }
            case Collection<?> all -> {
                String separator = "[";
                for (Object each : all) {
                    write(each, out.append(separator));
                    separator = ",";
                }
                out.append(all.isEmpty() ? "[]" : "]");
            }
            case Boolean truth -> out.append(truth);
            case Number number -> out.append(number);
            default -> quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int index = 0; index < text.length(); index++) {
            char letter = text.charAt(index);
            if (letter == '"' || letter == '\\') {
                out.append('\\').append(letter);
            } else if (letter < ' ') {
                out.append("\\u00").append(letter < 16 ? '0' : '1');
                out.append(Character.forDigit(letter & 15, 16));
            } else {
                out.append(letter);
            }
        }
        out.append('"');
    }
}
