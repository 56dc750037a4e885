package dev.foster.document;

import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the words of a YAML document mean, and what the parser's complaints mean to people. */
final class YamlWords {
    private static final String PREFIX = "tag:yaml.org,2002:";
    private static final Set<String> TAGS =
            Set.of("!", PREFIX + "str", PREFIX + "int", PREFIX + "float", PREFIX + "bool");
    private static final Pattern NUMBER =
            Pattern.compile(
                    "[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
                        + "|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

    private YamlWords() {}

    static boolean knownTag(String tag) {
        return TAGS.contains(tag);
    }

    /** By the core schema of YAML 1.2: {@code no} and {@code on} are texts. */
    static Value.Kind kind(ScalarEvent event) {
        String tag = event.getTag().orElse("");
        if (!event.isPlain() || tag.equals("!") || tag.equals(PREFIX + "str")) {
            return Value.Kind.TEXT;
        }
        return switch (event.getValue()) {
            case "", "~", "null", "Null", "NULL" -> Value.Kind.NULL;
            case "true", "True", "TRUE", "false", "False", "FALSE" -> Value.Kind.BOOLEAN;
            case String text ->
                    NUMBER.matcher(text).matches() ? Value.Kind.NUMBER : Value.Kind.TEXT;
        };
    }

    static String broken(MarkedYamlEngineException broken) {
        String problem = String.valueOf(broken.getProblem());
        String why = Words.clip(lowered(problem));
        if (problem.contains("(TAB)")) {
            return "cannot read this as YAML: a tab stands where the line is indented; use spaces";
        }
        if (problem.contains("mapping values are not allowed")) {
            return "cannot read this as YAML: a colon stands where no key can be; put the text in"
                    + " quotes, or mend the indentation";
        }
        if (problem.contains("could not find expected ':'")) {
            return "cannot read this as YAML: a key has no colon after it; write key: value";
        }
        if (problem.contains("<block end>")) {
            return "cannot read this as YAML: the line is not indented like those it belongs to;"
                    + " line it up with them";
        }
        if (problem.contains("cannot start any token")) {
            return "cannot read this as YAML: no value begins with this character; put the text in"
                    + " quotes";
        }
        return "cannot read this as YAML: " + why + "; mend the line, or the one before it";
    }

    static String unreadable(Path file, YamlEngineException broken) {
        String why =
                broken instanceof ReaderException
                        ? "it holds a character that YAML does not allow"
                        : Words.clip(lowered(String.valueOf(broken.getMessage())));
        return "cannot read " + file + " as YAML: " + why + "; mend it";
    }

    static Place placeOf(Path file, String text, YamlEngineException broken) {
        if (!(broken instanceof ReaderException reader)) {
            return Place.whole(file);
        }
        int index = text.indexOf(new String(Character.toChars(Math.max(0, reader.getCodePoint()))));
        return DocumentText.place(file, text, Math.max(0, index));
    }

    private static String lowered(String text) {
        return text.isEmpty()
                ? text
                : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }
}
