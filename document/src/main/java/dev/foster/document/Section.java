package dev.foster.document;

import dev.foster.document.Value.Mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A mapping of a document as a table of its fields, bound to a spec that cannot change. Which keys
 * are known, the schema, the reference, what differs between two of them and how one stands are
 * derived from the table.
 *
 * @param name what a schema calls it; empty for a document itself
 * @param usual the spec of which nothing is said
 */
public record Section<S>(
        String name,
        String title,
        String says,
        S usual,
        List<Field<S, ?>> fields,
        List<Rule<S>> rules) {

    public Section {
        fields = List.copyOf(fields);
        rules = List.copyOf(rules);
    }

    /** What becomes of what was read: a spec of another kind, or a fault. */
    public interface Close<S, R> {
        Optional<R> close(S found, Mapping mapping, Where where);
    }

    public static <S> Section<S> of(String name, String title, String says, S usual) {
        return new Section<>(name, title, says, usual, List.of(), List.of());
    }

    /** With a field that always says something. */
    public <T> Section<S> field(
            String key, Type<T> type, Function<S, T> get, BiFunction<S, T, S> with, Notes notes) {
        return optional(key, type, it -> Optional.of(get.apply(it)), with, notes);
    }

    /** With a field that may say nothing. */
    public <T> Section<S> optional(
            String key,
            Type<T> type,
            Function<S, Optional<T>> get,
            BiFunction<S, T, S> with,
            Notes notes) {
        var field = new Field<>(key, type, get, with, notes);
        return new Section<>(
                name,
                title,
                says,
                usual,
                Stream.concat(fields.stream(), Stream.of(field)).toList(),
                rules);
    }

    /** With the fields of another section, which are about a part of the spec. */
    public <P> Section<S> part(Section<P> part, Function<S, P> get, BiFunction<S, P, S> with) {
        var all = new ArrayList<Field<S, ?>>(fields);
        part.fields().forEach(field -> all.add(field.within(get, with)));
        return new Section<>(name, title, says, usual, all, rules);
    }

    /** The same, where people are told something else of one of its fields. */
    public Section<S> saying(String key, Notes notes) {
        return new Section<>(
                name,
                title,
                says,
                usual,
                fields.stream()
                        .<Field<S, ?>>map(it -> it.key().equals(key) ? it.saying(notes) : it)
                        .toList(),
                rules);
    }

    public Section<S> rule(Rule<S> rule) {
        return new Section<>(
                name,
                title,
                says,
                usual,
                fields,
                Stream.concat(rules.stream(), Stream.of(rule)).toList());
    }

    /** Some of its fields, as a section of their own. */
    public Section<S> only(String name, String title, String says, S usual, List<String> keys) {
        return new Section<>(
                name,
                title,
                says,
                usual,
                fields.stream().filter(field -> keys.contains(field.key())).toList(),
                List.of());
    }

    /** Those of its fields that may stand in a layer below others. */
    public Section<S> layer(String name, String title, String says) {
        return new Section<>(
                name,
                title,
                says,
                usual,
                fields.stream().filter(field -> field.notes().layered()).toList(),
                List.of());
    }

    public List<String> keys() {
        return fields.stream().<String>map(Field::key).toList();
    }

    // ---- reading ----

    /** Notes every key that may not stand here. */
    public void checkKeys(Mapping mapping, Where where) {
        where.scalars().knownKeys(mapping, where.label(), keys(), Map.of());
    }

    /** What the fields say, over what holds without them. */
    public S bind(Mapping mapping, Where where, S base) {
        S found = base;
        for (Field<S, ?> field : fields) {
            found = field.bound(mapping, where, found);
            if (field.notes().missing().isPresent() && !mapping.has(field.key())) {
                where.refuse(
                        where.key().orElse(mapping.place()),
                        "it has no " + field.key(),
                        field.notes().missing().get());
            }
        }
        for (Rule<S> rule : rules) {
            rule.check(mapping, where, found);
        }
        return found;
    }

    /**
     * What is said, before it is known over what.
     *
     * @param just the field that a value stands for which is no mapping
     */
    public Said<S> said(Value value, Where where, String just) {
        var parts = new ArrayList<Said.Part<S, ?>>();
        if (value instanceof Mapping mapping) {
            checkKeys(mapping, where);
            fields.forEach(field -> add(field, mapping, where, parts));
        } else {
            field(just).said(value, where).ifPresent(parts::add);
        }
        return new Said<>(parts);
    }

    private static <S> void add(
            Field<S, ?> field, Mapping mapping, Where where, List<Said.Part<S, ?>> parts) {
        mapping.get(field.key())
                .flatMap(it -> field.said(it, where.in(field.key())))
                .ifPresent(parts::add);
    }

    /** One layer of the section over another. */
    public Mapping over(Mapping below, Mapping above) {
        var kept = new LinkedHashMap<>(below.entries());
        rules.forEach(rule -> kept.keySet().removeAll(rule.replacedBy(above)));
        return Layers.merge(
                new Mapping(below.place(), kept),
                above,
                (key, old, fresh) ->
                        fields.stream()
                                .filter(field -> field.key().equals(key))
                                .findFirst()
                                .map(field -> field.type().over(old, fresh))
                                .orElseGet(() -> Layers.over(old, fresh)));
    }

    // ---- as a type ----

    /** A mapping with keys of the section, to be bound when it is known over what. */
    public Type<Mapping> unbound() {
        return new UnboundType(this);
    }

    public Type<S> type() {
        return into(Function.identity(), (found, _, _) -> Optional.of(found));
    }

    /** The section as a way to write something else. */
    public <R> Type<R> into(Function<R, S> open, Close<S, R> close) {
        return new SectionType<>(this, open, close, Optional.empty(), false);
    }

    /** The same, where a value that is no mapping is a mapping with this key alone. */
    public <R> Type<R> into(String key, Function<R, S> open, Close<S, R> close) {
        return new SectionType<>(this, open, close, Optional.of(key), true);
    }

    /**
     * The section itself, where a value that is no mapping stands for the field of this key, and
     * leaves the others as a layer below has them.
     */
    public Type<S> orJust(String key) {
        return new SectionType<>(
                this,
                Function.identity(),
                (found, _, _) -> Optional.of(found),
                Optional.of(key),
                false);
    }

    Field<S, ?> field(String key) {
        return fields.stream().filter(it -> it.key().equals(key)).findFirst().orElseThrow();
    }

    // ---- what is derived ----

    /** What one says otherwise than another. */
    public List<Difference> differences(S before, S after) {
        return fields.stream().flatMap(it -> it.differences(before, after).stream()).toList();
    }

    /** What is said otherwise than usual, as it would stand in a document. */
    public Map<String, Object> written(S spec, S usual) {
        var written = new LinkedHashMap<String, Object>();
        fields.forEach(
                it -> it.written(spec, usual).ifPresent(value -> written.put(it.key(), value)));
        return written;
    }

    /** How it stands, by key, for people. */
    public Map<String, String> shown(S spec) {
        var shown = new LinkedHashMap<String, String>();
        fields.forEach(it -> it.shown(spec).ifPresent(text -> shown.put(it.key(), text)));
        return shown;
    }

    /** The same of what is said otherwise than usual. */
    public Map<String, String> shown(S spec, S usual) {
        Map<String, String> shown = shown(spec);
        Map<String, Object> written = written(spec, usual);
        written.values().removeIf(Plain::isEmpty);
        shown.keySet().retainAll(written.keySet());
        return shown;
    }

    /** What a schema says of it. */
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> shape = Definitions.shape("title", title, "description", says);
        shape.put("type", "object");
        shape.put("additionalProperties", false);
        var required = new ArrayList<String>();
        fields.stream()
                .filter(it -> it.notes().missing().isPresent())
                .forEach(it -> required.add(it.key()));
        if (!required.isEmpty()) {
            shape.put("required", required);
        }
        rules.forEach(rule -> shape.putAll(rule.schema()));
        var properties = new LinkedHashMap<String, Object>();
        fields.forEach(it -> properties.put(it.key(), it.schema(definitions, usual)));
        shape.put("properties", properties);
        return shape;
    }

    /** A reference to that. */
    public Map<String, Object> reference(Definitions definitions) {
        return definitions.reference(name, this, () -> schema(definitions));
    }

    /**
     * The JSON Schema of a document with this at its top.
     *
     * @param variables whether a text with a variable in it may stand for anything
     */
    public String document(boolean variables) {
        var definitions = new Definitions(variables);
        Map<String, Object> shape =
                Definitions.shape("$schema", "https://json-schema.org/draft/2020-12/schema");
        shape.putAll(schema(definitions));
        shape.put("$defs", definitions.named());
        return Plain.json(shape);
    }
}
