package dev.foster.stdio.child;

import dev.foster.json.JsonProblem;
import dev.foster.stdio.rpc.RawJson;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the beginning and the end of a message tell about it when it cannot be read as a whole: it
 * is too long, or broken somewhere. Some libraries write the id first, others last.
 *
 * @param answer it has a result or an error
 * @param question it has a method
 * @param id its id, where that could be found
 */
record Outline(boolean answer, boolean question, Optional<RawJson> id) {
    /** How many bytes of each end are looked at. */
    static final int LOOK = 4096;

    static Outline of(byte[] head, byte[] tail) {
        var begin = new Beginning(head);
        begin.read();
        Optional<RawJson> id = begin.id.isPresent() ? begin.id : new End(tail).id();
        return new Outline(begin.answer && !begin.question, begin.question, id);
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean isWord(byte c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || c == 'E'
                || c == '+'
                || c == '-'
                || c == '.';
    }

    private static Optional<RawJson> value(byte[] text, int from, int to) {
        try {
            RawJson value = RawJson.parse(text, from, to);
            return value.isString() || value.isNumber() ? Optional.of(value) : Optional.empty();
        } catch (JsonProblem broken) {
            return Optional.empty();
        }
    }

    /** Reads the members of an object forwards, as far as they go. */
    private static final class Beginning {
        private final byte[] text;
        private int at;
        private boolean answer;
        private boolean question;
        private Optional<RawJson> id = Optional.empty();

        Beginning(byte[] text) {
            this.text = text;
        }

        void read() {
            if (!next('{')) {
                return;
            }
            do {
                int from = at;
                if (!string()) {
                    return;
                }
                String name = name(from);
                if (!next(':')) {
                    return;
                }
                skipSpace();
                int begin = at;
                answer |= name.equals("result") || name.equals("error");
                question |= name.equals("method");
                if (!skipValue()) {
                    return;
                }
                if (name.equals("id")) {
                    id = value(text, begin, at);
                }
            } while (next(','));
        }

        private String name(int from) {
            return new String(text, from, at - from, StandardCharsets.UTF_8)
                    .strip()
                    .replace("\"", "");
        }

        private boolean next(char wanted) {
            skipSpace();
            if (at < text.length && text[at] == wanted) {
                at++;
                return true;
            }
            return false;
        }

        private void skipSpace() {
            while (at < text.length && isSpace(text[at])) {
                at++;
            }
        }

        private boolean string() {
            if (!next('"')) {
                return false;
            }
            for (; at < text.length; at++) {
                if (text[at] == '\\') {
                    at++;
                } else if (text[at] == '"') {
                    at++;
                    return true;
                }
            }
            return false;
        }

        /** False when the text ends within the value. */
        private boolean skipValue() {
            int depth = 0;
            do {
                skipSpace();
                if (at >= text.length) {
                    return false;
                }
                byte c = text[at];
                if (c == '"') {
                    if (!string()) {
                        return false;
                    }
                } else if (isWord(c)) {
                    while (at < text.length && isWord(text[at])) {
                        at++;
                    }
                } else {
                    depth += c == '{' || c == '[' ? 1 : 0;
                    depth -= c == '}' || c == ']' ? 1 : 0;
                    at++;
                }
            } while (depth > 0);
            return at < text.length;
        }
    }

    /**
     * Reads members backwards from the end of an object, as long as their values are simple ones. A
     * quote inside a text has a backslash before it, so a text can be read from its end as well.
     */
    private static final class End {
        private final byte[] text;
        private int at;

        End(byte[] text) {
            this.text = text;
            this.at = text.length;
        }

        Optional<RawJson> id() {
            if (!before('}')) {
                return Optional.empty();
            }
            do {
                skipSpace();
                int valueTo = at;
                if (!simple()) {
                    return Optional.empty();
                }
                int valueFrom = at;
                if (!before(':')) {
                    return Optional.empty();
                }
                skipSpace();
                int nameTo = at;
                if (!string()) {
                    return Optional.empty();
                }
                String name = new String(text, at, nameTo - at, StandardCharsets.UTF_8);
                if (name.equals("\"id\"")) {
                    return value(text, valueFrom, valueTo);
                }
            } while (before(','));
            return Optional.empty();
        }

        private boolean before(char wanted) {
            skipSpace();
            if (at > 0 && text[at - 1] == wanted) {
                at--;
                return true;
            }
            return false;
        }

        private void skipSpace() {
            while (at > 0 && isSpace(text[at - 1])) {
                at--;
            }
        }

        private boolean simple() {
            if (at > 0 && text[at - 1] == '"') {
                return string();
            }
            int to = at;
            while (at > 0 && isWord(text[at - 1])) {
                at--;
            }
            return at < to;
        }

        private boolean string() {
            if (!before('"')) {
                return false;
            }
            while (at > 0) {
                at--;
                if (text[at] == '"' && !escaped()) {
                    return true;
                }
            }
            return false;
        }

        private boolean escaped() {
            int backslashes = 0;
            while (at - backslashes > 0 && text[at - backslashes - 1] == '\\') {
                backslashes++;
            }
            return backslashes % 2 == 1;
        }
    }
}
