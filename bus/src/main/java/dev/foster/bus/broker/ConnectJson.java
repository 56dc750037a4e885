package dev.foster.bus.broker;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The JSON that a client sends once, when it connects: an object, of which only texts, numbers and
 * truth values at the top count. What is nested is checked and forgotten.
 */
final class ConnectJson {
    private static final int DEEPEST = 16;
    private static final Object NOTHING = new Object();

    private final String text;
    private int at;

    private ConnectJson(String text) {
        this.text = text;
    }

    /** The object's members, with names in lower case. */
    static Map<String, Object> members(String text) throws MalformedJson {
        ConnectJson json = new ConnectJson(text);
        json.blanks();
        Map<String, Object> members = json.object(0);
        json.blanks();
        if (json.at != text.length()) {
            throw new MalformedJson(json.at);
        }
        return members;
    }

    /** A text as it stands in JSON. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int index = 0; index < text.length(); index++) {
            char letter = text.charAt(index);
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append(letter);
            } else if (letter < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }

    private Map<String, Object> object(int depth) throws MalformedJson {
        Map<String, Object> members = new HashMap<>();
        expect('{');
        if (closes('}')) {
            return members;
        }
        do {
            blanks();
            String name = string();
            blanks();
            expect(':');
            Object value = value(depth);
            if (!value.equals(NOTHING)) {
                members.put(name.toLowerCase(Locale.ROOT), value);
            }
            blanks();
        } while (continues('}'));
        return members;
    }

    private void array(int depth) throws MalformedJson {
        expect('[');
        if (closes(']')) {
            return;
        }
        do {
            var _ = value(depth);
            blanks();
        } while (continues(']'));
    }

    private Object value(int depth) throws MalformedJson {
        blanks();
        if (depth > DEEPEST || at >= text.length()) {
            throw new MalformedJson(at);
        }
        return switch (text.charAt(at)) {
            case '"' -> string();
            case '{' -> {
                var _ = object(depth + 1);
                yield Map.of();
            }
            case '[' -> {
                array(depth + 1);
                yield Map.of();
            }
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", NOTHING);
            default -> number();
        };
    }

    private Object word(String word, Object meaning) throws MalformedJson {
        if (!text.startsWith(word, at)) {
            throw new MalformedJson(at);
        }
        at += word.length();
        return meaning;
    }

    private Object number() throws MalformedJson {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(start, at));
        } catch (NumberFormatException e) {
            throw new MalformedJson(start, e);
        }
    }

    private String string() throws MalformedJson {
        expect('"');
        StringBuilder content = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char letter = text.charAt(at++);
            if (letter < ' ') {
                throw new MalformedJson(at);
            }
            content.append(letter == '\\' ? escaped() : letter);
        }
        expect('"');
        return content.toString();
    }

    private char escaped() throws MalformedJson {
        if (at >= text.length()) {
            throw new MalformedJson(at);
        }
        char letter = text.charAt(at++);
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw new MalformedJson(at);
        };
    }

    private char unicode() throws MalformedJson {
        if (at + 4 > text.length()) {
            throw new MalformedJson(at);
        }
        int value = 0;
        for (int digits = 0; digits < 4; digits++) {
            int digit = Character.digit(text.charAt(at++), 16);
            if (digit < 0) {
                throw new MalformedJson(at);
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private boolean closes(char end) {
        blanks();
        if (at < text.length() && text.charAt(at) == end) {
            at++;
            return true;
        }
        return false;
    }

    private boolean continues(char end) throws MalformedJson {
        if (closes(end)) {
            return false;
        }
        expect(',');
        return true;
    }

    private void expect(char letter) throws MalformedJson {
        if (at >= text.length() || text.charAt(at) != letter) {
            throw new MalformedJson(at);
        }
        at++;
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
