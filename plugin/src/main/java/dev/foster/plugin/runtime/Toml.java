package dev.foster.plugin.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the texts and lists of texts in one table of a TOML document. All values are understood
 * well enough to be passed over; only texts and lists of texts are kept, which is what says on what
 * a Python program depends.
 */
final class Toml {
    private static final int DEEPEST = 50;

    /** Not TOML; the message says where and why, in words that continue a sentence. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        Broken(int line, String why) {
            super("line " + line + ": " + why);
        }
    }

    private final String text;
    private int at;

    private Toml(String text) {
        this.text = text.replace("\r\n", "\n");
    }

    /**
     * The texts in a table, by key: one for a text, all of them for a list.
     *
     * @param table such as {@code project}; empty for what stands before the first table
     */
    static Map<String, List<String>> texts(String document, String table) throws Broken {
        return new Toml(document).read(table);
    }

    private Map<String, List<String>> read(String wanted) throws Broken {
        var found = new HashMap<String, List<String>>();
        String table = "";
        for (skipLines(); at < text.length(); skipLines()) {
            if (text.charAt(at) == '[') {
                table = table();
            } else {
                String key = key();
                List<String> value = value(0);
                if (table.equals(wanted)) {
                    found.putIfAbsent(key, value);
                } else if (table.isEmpty() && key.startsWith(wanted + ".")) {
                    found.putIfAbsent(key.substring(wanted.length() + 1), value);
                }
            }
            endOfLine();
        }
        return found;
    }

    private String table() throws Broken {
        boolean many = text.startsWith("[[", at);
        at += many ? 2 : 1;
        String name = dotted(']');
        if (!text.startsWith(many ? "]]" : "]", at)) {
            throw broken("a table's name does not end");
        }
        at += many ? 2 : 1;
        // A list of tables is never the one that is looked for.
        return many ? "[" + name : name;
    }

    private String key() throws Broken {
        String name = dotted('=');
        if (at >= text.length() || text.charAt(at) != '=') {
            throw broken("a key has no = after it");
        }
        at++;
        skipBlanks();
        return name;
    }

    /** A name of parts with dots between them, up to this character. */
    private String dotted(char end) throws Broken {
        var name = new StringBuilder();
        while (at < text.length() && text.charAt(at) != end && text.charAt(at) != '\n') {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                name.append(string());
            } else if (c == ' ' || c == '\t') {
                at++;
            } else if (Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.') {
                name.append(c);
                at++;
            } else {
                throw broken("a name has the character " + c);
            }
        }
        if (name.isEmpty()) {
            throw broken("a name is missing");
        }
        return name.toString();
    }

    /** The texts in a value; none for one of another kind. */
    private List<String> value(int depth) throws Broken {
        if (depth > DEEPEST) {
            throw broken("it is nested too deep");
        }
        if (at >= text.length()) {
            throw broken("a value is missing");
        }
        return switch (text.charAt(at)) {
            case '"', '\'' -> List.of(string());
            case '[' -> list(depth);
            case '{' -> {
                inlineTable(depth);
                yield List.of();
            }
            default -> {
                bare();
                yield List.of();
            }
        };
    }

    private List<String> list(int depth) throws Broken {
        var texts = new ArrayList<String>();
        at++;
        for (skipLines(); at < text.length() && text.charAt(at) != ']'; skipLines()) {
            texts.addAll(value(depth + 1));
            skipLines();
            if (at < text.length() && text.charAt(at) == ',') {
                at++;
            } else if (at >= text.length() || text.charAt(at) != ']') {
                throw broken("a list has no comma where one is needed");
            }
        }
        close("a list does not end");
        return texts;
    }

    private void inlineTable(int depth) throws Broken {
        at++;
        for (skipLines(); at < text.length() && text.charAt(at) != '}'; skipLines()) {
            key();
            value(depth + 1);
            skipLines();
            if (at < text.length() && text.charAt(at) == ',') {
                at++;
            } else if (at >= text.length() || text.charAt(at) != '}') {
                throw broken("a table has no comma where one is needed");
            }
        }
        close("a table does not end");
    }

    private void close(String otherwise) throws Broken {
        if (at >= text.length()) {
            throw broken(otherwise);
        }
        at++;
    }

    private void bare() throws Broken {
        int begin = at;
        while (at < text.length() && ",]}#\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (text.substring(begin, at).isBlank()) {
            throw broken("a value is missing");
        }
    }

    private String string() throws Broken {
        char quote = text.charAt(at);
        String three = String.valueOf(quote).repeat(3);
        boolean many = text.startsWith(three, at);
        String end = many ? three : String.valueOf(quote);
        at += end.length();
        if (many && at < text.length() && text.charAt(at) == '\n') {
            at++;
        }
        var content = new StringBuilder();
        while (!text.startsWith(end, at)) {
            if (at >= text.length() || (!many && text.charAt(at) == '\n')) {
                throw broken("a text does not end");
            }
            char c = text.charAt(at++);
            if (c == '\\' && quote == '"') {
                escape(content);
            } else {
                content.append(c);
            }
        }
        at += end.length();
        return content.toString();
    }

    private void escape(StringBuilder content) throws Broken {
        char c = at < text.length() ? text.charAt(at++) : 0;
        switch (c) {
            case '"', '\\' -> content.append(c);
            case 'n' -> content.append('\n');
            case 't' -> content.append('\t');
            case 'r' -> content.append('\r');
            case 'b' -> content.append('\b');
            case 'f' -> content.append('\f');
            case 'u', 'U' -> codePoint(c == 'u' ? 4 : 8, content);
            case '\n', ' ', '\t' -> {
                while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                    at++;
                }
            }
            default -> throw broken("a text has an unknown escape");
        }
    }

    private void codePoint(int digits, StringBuilder content) throws Broken {
        try {
            int end = Math.min(text.length(), at + digits);
            content.appendCodePoint(Integer.parseInt(text.substring(at, end), 16));
            at = end;
        } catch (IllegalArgumentException odd) {
            throw broken("a text has an unknown escape");
        }
    }

    private void endOfLine() throws Broken {
        skipBlanks();
        if (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '#') {
            throw broken("something stands behind a value");
        }
    }

    private void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    /** Passes over white space, ends of lines and comments. */
    private void skipLines() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (c == ' ' || c == '\t' || c == '\n') {
                at++;
            } else {
                return;
            }
        }
    }

    private Broken broken(String why) {
        int line = 1;
        for (int i = 0; i < Math.min(at, text.length()); i++) {
            line += text.charAt(i) == '\n' ? 1 : 0;
        }
        return new Broken(line, why);
    }
}
