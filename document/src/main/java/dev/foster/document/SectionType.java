package dev.foster.document;

import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A section as the value of a field.
 *
 * @param just the field that a value stands for which is no mapping
 * @param whole whether such a value says all there is to say, and replaces a mapping
 */
record SectionType<S, R>(
        Section<S> section,
        Function<R, S> open,
        Section.Close<S, R> close,
        Optional<String> just,
        boolean whole)
        implements Type<R> {

    @Override
    public Optional<R> read(Value value, Where where, Optional<R> base) {
        S below = base.map(open).orElse(section.usual());
        if (just.isPresent() && !(value instanceof Mapping)) {
            return section.field(just.get())
                    .alone(value, where, below)
                    .flatMap(it -> close.close(it, Mapping.empty(value.place()), where));
        }
        Optional<Mapping> mapping = where.scalars().mapping(value, where.label());
        if (mapping.isEmpty()) {
            return Optional.empty();
        }
        section.checkKeys(mapping.get(), where);
        return close.close(section.bind(mapping.get(), where, below), mapping.get(), where);
    }

    @Override
    public Value over(Value below, Value above) {
        return writtenOut(below) instanceof Mapping base && writtenOut(above) instanceof Mapping top
                ? section.over(base, top)
                : above;
    }

    private Value writtenOut(Value value) {
        return just.isEmpty() || whole || value instanceof Mapping
                ? value
                : new Mapping(value.place(), Map.of(just.get(), new Entry(value.place(), value)));
    }

    @Override
    public Object write(R value) {
        S spec = open.apply(value);
        Map<String, Object> written = section.written(spec, section.usual());
        Optional<Object> alone =
                just.filter(key -> Set.of(key).containsAll(written.keySet()))
                        .flatMap(key -> section.field(key).written(spec));
        return alone.orElse(written);
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> reference = section.reference(definitions);
        return just.map(
                        key ->
                                Definitions.shape(
                                        "anyOf",
                                        List.of(
                                                section.field(key).type().schema(definitions),
                                                reference)))
                .orElse(reference);
    }

    @Override
    public List<Difference> differences(String key, R before, R after) {
        return section.differences(open.apply(before), open.apply(after)).stream()
                .map(it -> it.below(key))
                .toList();
    }

    @Override
    public String shown(R value) {
        S spec = open.apply(value);
        Map<String, String> shown = section.shown(spec);
        shown.keySet().retainAll(section.written(spec, section.usual()).keySet());
        return just.filter(key -> Set.of(key).equals(shown.keySet()))
                .map(key -> String.valueOf(shown.get(key)))
                .orElseGet(() -> Plain.line(shown));
    }
}
