package dev.foster.bus.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the language that NATS servers are configured in: keys and values with {@code :}, {@code =}
 * or nothing between them, blocks, lists, comments, and {@code $names} for what was said before or
 * stands in the environment. JSON is a part of it.
 */
final class ConfigParser {
    private static final int DEEPEST = 32;
    private static final String VALUE_ENDS = ",;]}";

    /** Opens the file that an {@code include} names. */
    interface Includes {
        ConfigText open(String name, ConfigPlace place);
    }

    private final ConfigText text;
    private final Function<String, String> environment;
    private final Includes includes;
    // The innermost first: that is where a variable is looked for.
    private final Deque<Map<String, ConfigValue.Entry>> scopes;

    private ConfigParser(
            ConfigText text,
            Function<String, String> environment,
            Includes includes,
            Deque<Map<String, ConfigValue.Entry>> scopes) {
        this.text = text;
        this.environment = environment;
        this.includes = includes;
        this.scopes = scopes;
    }

    /**
     * The whole file.
     *
     * @param environment a variable's value, empty if it is not set
     */
    static ConfigValue.Block parse(
            ConfigText text, Function<String, String> environment, Includes includes) {
        return new ConfigParser(text, environment, includes, new ArrayDeque<>()).file();
    }

    private ConfigValue.Block file() {
        text.skipBlanks();
        ConfigPlace place = text.place();
        // As JSON has it: the whole file between brackets.
        boolean wrapped = text.take('{');
        ConfigValue.Block block = members(place, wrapped);
        text.skipBlanks();
        if (!text.ended()) {
            throw text.place()
                    .problem(
                            "cannot read on: nothing can follow here; remove \""
                                    + text.peek()
                                    + "\"");
        }
        return block;
    }

    private ConfigValue.Block members(ConfigPlace place, boolean closes) {
        if (scopes.size() >= DEEPEST) {
            throw place.problem("cannot read the block: it is nested too deep; unfold it");
        }
        Map<String, ConfigValue.Entry> members = new LinkedHashMap<>();
        scopes.push(members);
        try {
            for (separators(); !text.ended() && text.peek() != '}'; separators()) {
                member(members);
            }
        } finally {
            scopes.pop();
        }
        if (closes && !text.take('}')) {
            throw place.problem("cannot read the block that begins here: it has no end; add }");
        }
        if (!closes && !text.ended()) {
            throw text.place().problem("cannot read }: no block is open here; remove it");
        }
        return new ConfigValue.Block(members, place);
    }

    private void separators() {
        text.skipBlanks();
        while (text.take(',') || text.take(';')) {
            text.skipBlanks();
        }
    }

    private void member(Map<String, ConfigValue.Entry> members) {
        ConfigPlace place = text.place();
        String name = key();
        text.skipSpaces();
        if (name.equals("include")) {
            include(members);
            return;
        }
        boolean marked = text.take(':') || text.take('=');
        if (marked) {
            text.skipBlanks();
        }
        if (text.ended() || (!marked && ConfigText.lineEnd(text.peek()))) {
            throw place.problem("cannot read " + name + ": it has no value; write one behind it");
        }
        members.put(
                name.toLowerCase(Locale.ROOT), new ConfigValue.Entry(name, place, value(), false));
    }

    private String key() {
        ConfigPlace place = text.place();
        if (text.peek() == '"' || text.peek() == '\'') {
            return quoted();
        }
        StringBuilder name = new StringBuilder();
        while (!text.ended() && ":={}[](),;".indexOf(text.peek()) < 0 && !ends(text.peek())) {
            name.append(text.next());
        }
        if (name.isEmpty()) {
            throw place.problem(
                    "cannot read \"" + text.peek() + "\": here belongs a key; write one");
        }
        return name.toString();
    }

    private static boolean ends(char letter) {
        return ConfigText.blank(letter) || ConfigText.lineEnd(letter);
    }

    /** What stands in the other file counts as if it stood here. */
    private void include(Map<String, ConfigValue.Entry> members) {
        ConfigPlace place = text.place();
        if (!(value() instanceof ConfigValue.Scalar name)) {
            throw place.problem("cannot include this: it is no file name; write include 'FILE'");
        }
        if (scopes.size() >= DEEPEST) {
            throw place.problem(
                    "cannot include " + name.text() + ": files include each other; end it");
        }
        ConfigText other = includes.open(name.text(), place);
        members.putAll(new ConfigParser(other, environment, includes, scopes).file().entries());
    }

    private ConfigValue value() {
        ConfigPlace place = text.place();
        return switch (text.peek()) {
            case '{' -> {
                text.next();
                yield members(place, true);
            }
            case '[' -> {
                text.next();
                yield items(place);
            }
            case '"', '\'' -> new ConfigValue.Scalar(quoted(), true, place);
            case '(' -> new ConfigValue.Scalar(paragraph(), true, place);
            default -> word(place);
        };
    }

    private ConfigValue items(ConfigPlace place) {
        List<ConfigValue> values = new ArrayList<>();
        for (separators(); !text.ended() && text.peek() != ']'; separators()) {
            values.add(value());
        }
        if (!text.take(']')) {
            throw place.problem("cannot read the list that begins here: it has no end; add ]");
        }
        return new ConfigValue.Items(values, place);
    }

    private ConfigValue word(ConfigPlace place) {
        StringBuilder word = new StringBuilder();
        while (!text.ended() && VALUE_ENDS.indexOf(text.peek()) < 0 && !ends(text.peek())) {
            word.append(text.next());
        }
        if (word.isEmpty()) {
            throw place.problem(
                    "cannot read \"" + text.peek() + "\": here belongs a value; write one");
        }
        String written = word.toString();
        // A bcrypt hash begins like a variable, and is none.
        boolean variable = written.startsWith("$") && !written.startsWith("$2");
        return variable
                ? variable(written.substring(1), place)
                : new ConfigValue.Scalar(written, false, place);
    }

    private ConfigValue variable(String name, ConfigPlace place) {
        String key = name.toLowerCase(Locale.ROOT);
        for (Map<String, ConfigValue.Entry> scope : scopes) {
            ConfigValue.Entry known = scope.get(key);
            if (known != null) {
                scope.put(key, known.used());
                return known.value();
            }
        }
        String value = environment.apply(name);
        if (value.isEmpty()) {
            throw place.problem(
                    "cannot use $"
                            + name
                            + ": nothing above has that name, nor has the environment; set it");
        }
        return new ConfigValue.Scalar(value, false, place);
    }

    private String quoted() {
        ConfigPlace place = text.place();
        char quote = text.next();
        StringBuilder content = new StringBuilder();
        while (!text.ended() && text.peek() != quote) {
            char letter = text.next();
            content.append(letter == '\\' && quote == '"' ? escaped() : letter);
        }
        if (!text.take(quote)) {
            throw place.problem(
                    "cannot read the text that begins here: it has no end; add " + quote);
        }
        return content.toString();
    }

    private char escaped() {
        ConfigPlace place = text.place();
        char letter = text.next();
        return switch (letter) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '"', '\\' -> letter;
            default ->
                    throw place.problem(
                            "cannot read \\"
                                    + letter
                                    + ": it means nothing; write \\\\ for a backslash");
        };
    }

    /** The lines between a bracket and one that stands alone in its line. */
    private String paragraph() {
        ConfigPlace place = text.place();
        text.next();
        StringBuilder content = new StringBuilder();
        while (!text.ended()) {
            StringBuilder line = new StringBuilder();
            while (!text.ended() && text.peek() != '\n') {
                line.append(text.next());
            }
            if (line.toString().strip().equals(")")) {
                return content.toString().strip();
            }
            content.append(line).append(text.next());
        }
        throw place.problem(
                "cannot read the lines that begin here: they have no end; add a line with )");
    }
}
