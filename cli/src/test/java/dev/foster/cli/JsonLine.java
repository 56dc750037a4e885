package dev.foster.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one line that must be exactly one flat JSON object, by the letter of RFC 8259: what it
 * accepts, every reader accepts.
 */
final class JsonLine {
    private static final Pattern TEXT =
            Pattern.compile(
                    "\"((?:[^\"\\\\\\x00-\\x1f]|\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*)\"");
    private static final Pattern VALUE =
            Pattern.compile(TEXT + "|-?(?:0|[1-9][0-9]*)|true|false|null");
    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))", Pattern.DOTALL);

    private final String line;
    private int at;

    private JsonLine(String line) {
        this.line = line;
    }

    /** The members in their order; a text without its quotes, anything else as it is written. */
    static Map<String, String> parse(String line) {
        return new JsonLine(line).object();
    }

    private Map<String, String> object() {
        var members = new LinkedHashMap<String, String>();
        expect("{");
        while (!line.startsWith("}", at)) {
            if (!members.isEmpty()) {
                expect(",");
            }
            String name = unquoted(take(TEXT));
            expect(":");
            String value = take(VALUE);
            if (members.put(name, value.startsWith("\"") ? unquoted(value) : value) != null) {
                throw broken("a second member " + name);
            }
        }
        expect("}");
        if (at != line.length()) {
            throw broken("something after the object");
        }
        return members;
    }

    private void expect(String word) {
        if (!line.startsWith(word, at)) {
            throw broken("no " + word);
        }
        at += word.length();
    }

    private String take(Pattern pattern) {
        Matcher matcher = pattern.matcher(line).region(at, line.length());
        if (!matcher.lookingAt()) {
            throw broken("neither a text nor a number nor a word");
        }
        at = matcher.end();
        return matcher.group();
    }

    private static String unquoted(String text) {
        return ESCAPE.matcher(text.substring(1, text.length() - 1))
                .replaceAll(
                        escape ->
                                Matcher.quoteReplacement(
                                        meaning(escape.group(1), escape.group(2))));
    }

    private static String meaning(String hex, String letter) {
        if (hex != null) {
            return String.valueOf((char) Integer.parseInt(hex, 16));
        }
        int known = "bfnrt".indexOf(letter);
        return known < 0 ? letter : "\b\f\n\r\t".substring(known, known + 1);
    }

    private AssertionError broken(String why) {
        return new AssertionError("not one flat JSON object: " + why + " at " + at + " in " + line);
    }
}
