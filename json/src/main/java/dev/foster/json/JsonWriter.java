package dev.foster.json;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes trees as text. By hand rather than through the parser's library: it is as short, and a
 * front end that only writes loads none of the library's classes.
 */
final class JsonWriter {
    private static final HexFormat HEX = HexFormat.of();

    private final StringBuilder text = new StringBuilder();

    private JsonWriter() {}

    static String write(Object tree) {
        var writer = new JsonWriter();
        writer.value(tree);
        return writer.text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case String string -> quoted(string);
            case Map<?, ?> members -> object(members);
            case List<?> elements -> array(elements);
            case Double number when !Double.isFinite(number) ->
                    throw new IllegalArgumentException(
                            "cannot write " + number + " as JSON: it has no such number");
            case Long _, Integer _, Double _, Boolean _ -> text.append(value);
            case Optional<?> gap when gap.isEmpty() -> text.append("null");
            default ->
                    throw new IllegalArgumentException(
                            "cannot write a " + value.getClass() + " as JSON: it is no JSON value");
        }
    }

    private void object(Map<?, ?> members) {
        text.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!first) {
                text.append(',');
            }
            first = false;
            quoted(String.valueOf(member.getKey()));
            text.append(':');
            value(member.getValue());
        }
        text.append('}');
    }

    private void array(List<?> elements) {
        text.append('[');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                text.append(',');
            }
            value(elements.get(i));
        }
        text.append(']');
    }

    private void quoted(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (mustBeEscaped(c)) {
                        text.append("\\u").append(HEX.toHexDigits(c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    /** Besides what JSON itself asks: what ends a line for some readers, and halves of pairs. */
    private static boolean mustBeEscaped(char c) {
        return c < 0x20
                || (c >= 0x7f && c < 0xa0)
                || c == 0x2028
                || c == 0x2029
                || Character.isSurrogate(c);
    }
}
