package dev.foster.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The members of one JSON object, read or put one by one. Reading ignores members it is not asked
 * for: that is how an older reader understands a newer writer.
 */
public final class Members {
    private final Map<String, Object> members;

    private Members(Map<String, Object> members) {
        this.members = members;
    }

    public static Members none() {
        return new Members(new LinkedHashMap<>());
    }

    public static Members of(Map<String, Object> object) {
        return new Members(object);
    }

    /** The members of a value that must be an object. */
    public static Members of(Object value) {
        return new Members(JsonText.object(value));
    }

    public Members put(String name, Object value) {
        members.put(name, value instanceof Instant at ? at.toString() : value);
        return this;
    }

    public Members put(String name, long value) {
        members.put(name, value);
        return this;
    }

    public Members put(String name, Optional<?> value) {
        value.ifPresent(present -> put(name, present));
        return this;
    }

    /** Puts a list, each element as its JSON. */
    public <T> Members put(String name, List<T> values, Function<T, ?> json) {
        members.put(name, values.stream().map(value -> (Object) json.apply(value)).toList());
        return this;
    }

    public Map<String, Object> object() {
        return members;
    }

    public String text(String name) {
        return value(name, String.class, "a text");
    }

    public long number(String name) {
        return value(name, Long.class, "a whole number");
    }

    public int smallNumber(String name) {
        return Math.toIntExact(Math.clamp(number(name), Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    public boolean flag(String name) {
        return value(name, Boolean.class, "true or false");
    }

    /** False when it is absent. */
    public boolean optionalFlag(String name) {
        return members.containsKey(name) && flag(name);
    }

    public Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException notATime) {
            throw new JsonProblem(name + " is not a time like 2026-01-31T12:00:00Z");
        }
    }

    public Optional<String> optionalText(String name) {
        return members.containsKey(name) ? Optional.of(text(name)) : Optional.empty();
    }

    public Optional<Long> optionalNumber(String name) {
        return members.containsKey(name) ? Optional.of(number(name)) : Optional.empty();
    }

    public Optional<Instant> optionalInstant(String name) {
        return members.containsKey(name) ? Optional.of(instant(name)) : Optional.empty();
    }

    public double decimal(String name) {
        return value(name, Number.class, "a number").doubleValue();
    }

    public Optional<Double> optionalDecimal(String name) {
        return members.containsKey(name)
                ? Optional.of(value(name, Number.class, "a number").doubleValue())
                : Optional.empty();
    }

    /** The elements of a list; none when it is absent. */
    public <T> List<T> list(String name, Function<Object, T> element) {
        if (!members.containsKey(name)) {
            return List.of();
        }
        return elements(name).stream().map(element).toList();
    }

    /** The elements of a list of numbers, some of which may be missing; none when it is absent. */
    public List<Optional<Number>> numbers(String name) {
        return list(
                name,
                element ->
                        switch (element) {
                            case Number number -> Optional.of(number);
                            case Optional<?> gap when gap.isEmpty() -> Optional.empty();
                            default -> throw new JsonProblem(name + " is not a list of numbers");
                        });
    }

    /** A list of texts; empty when it is absent. */
    public List<String> texts(String name) {
        return list(
                name,
                element -> {
                    if (element instanceof String text) {
                        return text;
                    }
                    throw new JsonProblem(name + " is not a list of texts");
                });
    }

    /** An object inside this one; empty when it is absent. */
    public Map<String, Object> inner(String name) {
        return members.containsKey(name)
                ? JsonText.object(value(name, Map.class, "an object"))
                : Map.of();
    }

    @SuppressWarnings("unchecked") // the tree is ours: every List in it holds JSON values
    private List<Object> elements(String name) {
        return value(name, List.class, "a list");
    }

    private <T> T value(String name, Class<T> type, String wanted) {
        Object value = members.get(name);
        if (value == null) {
            throw new JsonProblem(name + " is missing");
        }
        if (!type.isInstance(value)) {
            throw new JsonProblem(name + " is not " + wanted);
        }
        return type.cast(value);
    }
}
