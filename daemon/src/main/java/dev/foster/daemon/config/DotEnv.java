package dev.foster.daemon.config;

import dev.foster.document.DocumentText;
import dev.foster.document.Faults;
import dev.foster.document.Words;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads files of variables: a {@code NAME=value} a line, {@code #} comments, an {@code export}
 * before the name, quotes around the value. Single quotes keep everything as it stands, double
 * quotes know {@code \n}, {@code \t}, {@code \"} and {@code \\}; both may hold several lines.
 * Variables inside values are not replaced.
 */
final class DotEnv {
    private static final Pattern NAME =
            Pattern.compile("[ \\t]*(?:export[ \\t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \\t]*=[ \\t]*");

    private final Path file;
    private final String text;
    private final Faults faults;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private int at;

    private DotEnv(Path file, String text, Faults faults) {
        this.file = file;
        this.text = text;
        this.faults = faults;
    }

    static Map<String, String> read(Path file, Faults faults) {
        return parse(file, ProjectReader.text(file, faults), faults);
    }

    static Map<String, String> parse(Path file, String text, Faults faults) {
        var reader = new DotEnv(file, text.replace("\r\n", "\n"), faults);
        while (reader.at < reader.text.length()) {
            reader.line();
        }
        return reader.variables;
    }

    private void line() {
        String line = text.substring(at, endOfLine(at));
        if (line.isBlank() || line.stripLeading().startsWith("#")) {
            at = endOfLine(at) + 1;
            return;
        }
        Matcher name = NAME.matcher(text).region(at, text.length());
        if (!name.lookingAt()) {
            refuse(at, line, "it is not NAME=value; write it so, or put # before it");
            at = endOfLine(at) + 1;
            return;
        }
        int start = at;
        at = name.end();
        String value = value(start, line);
        if (value.indexOf('\0') >= 0) {
            refuse(start, name.group(1), "its value holds a NUL character; remove it");
            return;
        }
        variables.put(name.group(1), value);
    }

    private String value(int start, String line) {
        char first = at < text.length() ? text.charAt(at) : '\n';
        if (first == '"' || first == '\'') {
            return quoted(first, start, line);
        }
        String rest = text.substring(at, endOfLine(at));
        at = endOfLine(at) + 1;
        Matcher comment = Pattern.compile("(?:^|\\s)#").matcher(rest);
        return (comment.find() ? rest.substring(0, comment.start()) : rest).strip();
    }

    private String quoted(char quote, int start, String line) {
        var value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                finish(line);
                return value.toString();
            }
            if (c == '\\' && quote == '"' && at + 1 < text.length()) {
                at++;
                value.append(escaped(text.charAt(at)));
            } else {
                value.append(c);
            }
        }
        refuse(start, line, "its quote is not closed; add " + quote);
        return "";
    }

    private static String escaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case '"', '\\', '$' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }

    /** After the closing quote only a comment may follow. */
    private void finish(String line) {
        String rest = text.substring(at, endOfLine(at)).strip();
        if (!rest.isEmpty() && !rest.startsWith("#")) {
            refuse(at, line, "something stands after the closing quote; remove it");
        }
        at = endOfLine(at) + 1;
    }

    private int endOfLine(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private void refuse(int position, String what, String why) {
        faults.add(
                DocumentText.place(file, text, position),
                "cannot read the line " + Words.quote(what) + ": " + why);
    }
}
