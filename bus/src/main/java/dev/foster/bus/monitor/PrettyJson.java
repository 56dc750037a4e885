package dev.foster.bus.monitor;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A tree of maps, lists, texts, numbers and truth values as JSON that people can read. */
final class PrettyJson {
    private final StringBuilder text = new StringBuilder();

    private PrettyJson() {}

    static String write(Map<String, Object> members) {
        PrettyJson json = new PrettyJson();
        json.value(members, 0);
        return json.text.toString();
    }

    private void value(Object value, int depth) {
        switch (value) {
            case Map<?, ?> members -> object(members, depth);
            case List<?> items -> array(items, depth);
            case Number number -> text.append(number);
            case Boolean truth -> text.append(truth);
            default -> string(value.toString());
        }
    }

    private void object(Map<?, ?> members, int depth) {
        text.append('{');
        Iterator<? extends Map.Entry<?, ?>> rest = members.entrySet().iterator();
        while (rest.hasNext()) {
            Map.Entry<?, ?> member = rest.next();
            line(depth + 1);
            string(member.getKey().toString());
            text.append(": ");
            value(member.getValue(), depth + 1);
            text.append(rest.hasNext() ? "," : "");
        }
        end(members.isEmpty(), depth, '}');
    }

    private void array(List<?> items, int depth) {
        text.append('[');
        Iterator<?> rest = items.iterator();
        while (rest.hasNext()) {
            line(depth + 1);
            value(rest.next(), depth + 1);
            text.append(rest.hasNext() ? "," : "");
        }
        end(items.isEmpty(), depth, ']');
    }

    private void end(boolean empty, int depth, char bracket) {
        if (!empty) {
            line(depth);
        }
        text.append(bracket);
    }

    private void line(int depth) {
        text.append('\n').append("  ".repeat(depth));
    }

    /** Clients choose some of these texts: nothing in them may end the text or mean markup. */
    private void string(String content) {
        text.append('"');
        for (int at = 0; at < content.length(); at++) {
            char letter = content.charAt(at);
            if (letter == '"' || letter == '\\') {
                text.append('\\').append(letter);
            } else if (letter < ' ' || letter == '<' || letter == '>' || letter == '&') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
            } else {
                text.append(letter);
            }
        }
        text.append('"');
    }
}
