package dev.foster.document;

import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A mapping from names that people choose to things of one kind.
 *
 * @param names what a schema says of the names
 * @param each what stands below each of them
 * @param most how many are read
 */
public record ByName<T>(
        Function<Definitions, Map<String, Object>> names,
        Type<?> each,
        int most,
        Reader<T> reader,
        Function<T, Object> writer)
        implements Type<Map<String, T>> {

    /** Reads what stands below one name of the mapping that is called so. */
    public interface Reader<T> {
        Optional<T> read(String name, Entry entry, Where where);
    }

    /** Tells what is wrong with a name. */
    public interface NameFault {
        void tell(String name, Place place, Where where);
    }

    /** By names that match all of this. */
    public static <T> ByName<T> of(Pattern names, NameFault fault, Type<T> each) {
        return new ByName<>(
                _ -> Map.of("pattern", "^" + names.pattern() + "$"),
                each,
                Integer.MAX_VALUE,
                (name, entry, where) -> {
                    if (names.matcher(name).matches()) {
                        return each.read(entry.value(), where.in(name), Optional.empty());
                    }
                    fault.tell(name, entry.key(), where);
                    return Optional.empty();
                },
                each::write);
    }

    @Override
    public Optional<Map<String, T>> read(Value value, Where where, Optional<Map<String, T>> base) {
        Optional<Mapping> mapping = where.scalars().mapping(value, where.label());
        if (mapping.isPresent() && mapping.get().entries().size() > most) {
            return where.refuse(value, "it has more than " + most, "split it");
        }
        return mapping.map(it -> found(it, where));
    }

    private Map<String, T> found(Mapping mapping, Where where) {
        var found = new LinkedHashMap<String, T>();
        mapping.entries()
                .forEach(
                        (name, entry) ->
                                reader.read(name, entry, where)
                                        .ifPresent(one -> found.put(name, one)));
        return found;
    }

    @Override
    public Value over(Value below, Value above) {
        return below instanceof Mapping base && above instanceof Mapping top
                ? Layers.merge(base, top, (_, old, fresh) -> each.over(old, fresh))
                : above;
    }

    @Override
    public Object write(Map<String, T> all) {
        var written = new LinkedHashMap<String, Object>();
        all.forEach((name, one) -> written.put(name, writer.apply(one)));
        return written;
    }

    @Override
    public Map<String, Object> schema(Definitions in) {
        return Definitions.shape(
                "type",
                "object",
                "propertyNames",
                names.apply(in),
                "additionalProperties",
                each.schema(in));
    }
}
