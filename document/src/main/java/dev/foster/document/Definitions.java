package dev.foster.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A JSON Schema while it is written: what its parts are, each once and by name. */
public final class Definitions {
    private static final String VARIABLE = "\\$\\{";

    private final boolean variables;
    private final Map<String, Object> named = new LinkedHashMap<>();
    private final Map<String, Object> sources = new LinkedHashMap<>();

    /**
     * @param variables whether a text with a variable in it may stand for anything
     */
    public Definitions(boolean variables) {
        this.variables = variables;
    }

    /** All that is described by now, by name. */
    public Map<String, Object> named() {
        return named;
    }

    /** A reference to what is defined once. */
    public Map<String, Object> reference(
            String name, Object source, Supplier<Map<String, Object>> shape) {
        Object before = sources.putIfAbsent(name, source);
        if (before == null) {
            // Known before it is described: it may hold itself.
            named.put(name, Map.of());
            named.put(name, shape.get());
        } else if (!before.equals(source)) {
            throw new IllegalStateException("two parts of the schema are called " + name);
        }
        return Map.of("$ref", "#/$defs/" + name);
    }

    /** Keywords and their values by turns. */
    public static Map<String, Object> shape(Object... words) {
        var shape = new LinkedHashMap<String, Object>();
        for (int i = 0; i < words.length; i += 2) {
            shape.put((String) words[i], words[i + 1]);
        }
        return shape;
    }

    /** A text of which this pattern finds something. */
    public Map<String, Object> text(String pattern) {
        return shape("type", "string", "pattern", orVariable(pattern));
    }

    /** A text with this pattern, or a number as it is written. */
    public Map<String, Object> written(String number, String pattern, Object... more) {
        Map<String, Object> shape = shape("type", List.of("string", number));
        shape.putAll(shape(more));
        shape.put("pattern", orVariable(pattern));
        return shape;
    }

    /** A number, with its bounds. */
    public Map<String, Object> number(String kind, Object... bounds) {
        Map<String, Object> shape =
                shape("type", variables ? List.of(kind, "string") : (Object) kind);
        shape.putAll(shape(bounds));
        if (variables) {
            shape.put("pattern", VARIABLE);
        }
        return shape;
    }

    /** One of these words. */
    public Map<String, Object> words(List<String> words) {
        return either(List.of(shape("enum", words)));
    }

    /** One of these; where there are variables, also a text with one. */
    public Map<String, Object> either(List<Map<String, Object>> shapes) {
        List<Map<String, Object>> all =
                variables ? Stream.concat(shapes.stream(), Stream.of(variable())).toList() : shapes;
        return all.size() == 1 ? all.getFirst() : shape("anyOf", all);
    }

    private Map<String, Object> variable() {
        return reference(
                "variable",
                VARIABLE,
                () ->
                        shape(
                                "description",
                                "A text with a variable in it.",
                                "type",
                                "string",
                                "pattern",
                                VARIABLE));
    }

    private String orVariable(String pattern) {
        return variables && !pattern.equals("\\S") ? pattern + "|" + VARIABLE : pattern;
    }
}
