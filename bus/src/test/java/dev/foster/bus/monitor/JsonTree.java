package dev.foster.bus.monitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, doubles and truth values; enough for what servers answer. */
final class JsonTree {
    private final String text;
    private int at;

    private JsonTree(String text) {
        this.text = text;
    }

    @SuppressWarnings("unchecked") // an object's keys are texts
    static Map<String, Object> object(String text) {
        JsonTree tree = new JsonTree(text);
        Object value = tree.value();
        tree.blanks();
        if (tree.at != text.length() || !(value instanceof Map)) {
            throw new AssertionError("not one JSON object: " + text);
        }
        return (Map<String, Object>) value;
    }

    private Object value() {
        blanks();
        return switch (text.charAt(at)) {
            case '{' -> members();
            case '[' -> items();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> number();
        };
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        for (blanks(); text.charAt(at) != '}'; blanks()) {
            String name = string();
            blanks();
            expect(':');
            members.put(name, value());
            comma('}');
        }
        at++;
        return members;
    }

    private List<Object> items() {
        List<Object> items = new ArrayList<>();
        at++;
        for (blanks(); text.charAt(at) != ']'; blanks()) {
            items.add(value());
            comma(']');
        }
        at++;
        return items;
    }

    private void comma(char end) {
        blanks();
        if (text.charAt(at) != end) {
            expect(',');
        }
    }

    private void expect(char letter) {
        if (text.charAt(at) != letter) {
            throw new AssertionError("no " + letter + " at " + at + " of " + text);
        }
        at++;
    }

    private String string() {
        expect('"');
        StringBuilder content = new StringBuilder();
        while (text.charAt(at) != '"') {
            char letter = text.charAt(at++);
            if (letter == '\\' && text.charAt(at) == 'u') {
                content.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                at += 5;
            } else {
                content.append(letter == '\\' ? text.charAt(at++) : letter);
            }
        }
        at++;
        return content.toString();
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw new AssertionError("no " + word + " at " + at + " of " + text);
        }
        at += word.length();
        return meaning;
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return Double.valueOf(text.substring(start, at));
    }

    private void blanks() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }
}
