package dev.foster.stdio.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * JSON as readers take it that do not mind: names in any case, by the folding of Unicode as in Go's
 * encoding/json, and of a name that stands several times each. Made apart from what it checks.
 */
final class EveryReading {
    /** A member; its value is a text, a list of values, a list of members, or something else. */
    record Member(String name, Object value) {}

    private static final String OTHER = "\0other";

    private final byte[] text;
    private int at;

    private EveryReading(byte[] text) {
        this.text = text;
    }

    static Object of(byte[] json) {
        return new EveryReading(json).value();
    }

    /** All that may be meant by a name, in what may be meant by the one before it, and so on. */
    static List<Object> all(Object value, String... names) {
        List<Object> found = List.of(value);
        for (String name : names) {
            var inner = new ArrayList<>();
            for (Object each : found) {
                if (each instanceof List<?> list) {
                    for (Object part : list) {
                        if (part instanceof Member member && isFor(name, member.name())) {
                            inner.add(member.value());
                        }
                    }
                }
            }
            found = inner;
        }
        return found;
    }

    static boolean isFor(String wanted, String name) {
        return folded(wanted).equals(folded(name));
    }

    /** One by one, as {@code unicode.SimpleFold} goes around. */
    private static String folded(String name) {
        var folded = new StringBuilder();
        name.codePoints()
                .map(Character::toUpperCase)
                .map(Character::toLowerCase)
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }

    private Object value() {
        space();
        Object value =
                switch (text[at]) {
                    case '{' -> members();
                    case '[' -> elements();
                    case '"' -> string();
                    default -> other();
                };
        space();
        return value;
    }

    private List<Object> members() {
        var members = new ArrayList<>();
        at++;
        space();
        while (text[at] != '}') {
            String name = string();
            space();
            at++;
            members.add(new Member(name, value()));
            comma();
        }
        at++;
        return members;
    }

    private List<Object> elements() {
        var elements = new ArrayList<>();
        at++;
        space();
        while (text[at] != ']') {
            elements.add(value());
            comma();
        }
        at++;
        return elements;
    }

    private void comma() {
        if (text[at] == ',') {
            at++;
            space();
        }
    }

    /** What is no text becomes U+FFFD, in Go and here. */
    private String string() {
        var bytes = new ByteArrayOutputStream();
        var read = new StringBuilder();
        for (at++; text[at] != '"'; at++) {
            Optional<String> escaped = text[at] == '\\' ? Optional.of(escape()) : Optional.empty();
            if (escaped.isPresent()) {
                read.append(bytes.toString(StandardCharsets.UTF_8)).append(escaped.get());
                bytes.reset();
            } else {
                bytes.write(text[at]);
            }
        }
        at++;
        return read.append(bytes.toString(StandardCharsets.UTF_8)).toString();
    }

    private String escape() {
        at++;
        return switch (text[at]) {
            case 'u' -> {
                String digits = new String(text, at + 1, 4, StandardCharsets.US_ASCII);
                at += 4;
                yield String.valueOf((char) Integer.parseInt(digits, 16));
            }
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case 'f' -> "\f";
            default -> String.valueOf((char) text[at]);
        };
    }

    private String other() {
        while (at < text.length && ",]} \t\r\n".indexOf(text[at]) < 0) {
            at++;
        }
        return OTHER;
    }

    private void space() {
        while (at < text.length && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
    }
}
