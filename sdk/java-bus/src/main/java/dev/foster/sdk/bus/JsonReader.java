package dev.foster.sdk.bus;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON, from the first character to the last. */
final class JsonReader {
    private static final int DEEPEST = 100;

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    @Nullable Object all() {
        Object value = value(0);
        expect(peek() == 0);
        return value;
    }

    private @Nullable Object value(int depth) {
        if (depth > DEEPEST) {
            throw wrong();
        }
        return switch (peek()) {
            case '{' -> members(depth + 1);
            case '[' -> elements(depth + 1);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> members(int depth) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        at++;
        if (!took('}')) {
            do {
                expect(peek() == '"');
                String name = string();
                expect(took(':'));
                members.put(name, value(depth));
            } while (took(','));
            expect(took('}'));
        }
        return Collections.unmodifiableMap(members);
    }

    private List<@Nullable Object> elements(int depth) {
        var elements = new ArrayList<@Nullable Object>();
        at++;
        if (!took(']')) {
            do {
                elements.add(value(depth));
            } while (took(','));
            expect(took(']'));
        }
        return Collections.unmodifiableList(elements);
    }

    private String string() {
        var content = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char letter = text.charAt(at);
            expect(letter >= ' ');
            content.append(letter == '\\' ? escaped() : letter);
        }
        expect(at < text.length());
        at++;
        return content.toString();
    }

    private char escaped() {
        expect(++at < text.length());
        char letter = text.charAt(at);
        int plain = "\"\\/bfnrt".indexOf(letter);
        if (letter == 'u') {
            expect(at + 4 < text.length());
            int code = hexadecimal(at + 1);
            at += 4;
            return (char) code;
        }
        expect(plain >= 0);
        return "\"\\/\b\f\n\r\t".charAt(plain);
    }

    private int hexadecimal(int from) {
        int code = 0;
        for (int index = from; index < from + 4; index++) {
            int digit = Character.digit(text.charAt(index), 16);
            expect(digit >= 0);
            code = code * 16 + digit;
        }
        return code;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        expect(text.startsWith(word, at));
        at += word.length();
        return meaning;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException noLong) {
            try {
                return Double.valueOf(digits);
            } catch (NumberFormatException noNumber) {
                at = start;
                throw wrong();
            }
        }
    }

    private boolean took(char wanted) {
        boolean there = peek() == wanted;
        at += there ? 1 : 0;
        return there;
    }

    /** The next character that counts; 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(boolean met) {
        if (!met) {
            throw wrong();
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + (at + 1));
    }
}
