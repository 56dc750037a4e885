package dev.foster.document;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Values by their names.
 *
 * @param names a regular expression for what they may be called
 * @param fault tells that one is called otherwise
 */
public record MapType<T>(Pattern names, NameFault fault, Type<T> item)
        implements Type<Map<String, T>> {

    /** Tells what is wrong with a name. */
    public interface NameFault {
        void tell(String name, Place place, Where where);
    }

    @Override
    public Optional<Map<String, T>> read(Value value, Where where, Optional<Map<String, T>> base) {
        return where.scalars().mapping(value, where.label()).map(it -> items(it, where));
    }

    private Map<String, T> items(Value.Mapping mapping, Where where) {
        var found = new LinkedHashMap<String, T>();
        mapping.entries()
                .forEach(
                        (name, entry) -> {
                            if (names.matcher(name).matches()) {
                                item.read(entry.value(), where.in(name), Optional.empty())
                                        .ifPresent(it -> found.put(name, it));
                            } else {
                                fault.tell(name, entry.key(), where);
                            }
                        });
        return found;
    }

    @Override
    public Object write(Map<String, T> items) {
        var written = new LinkedHashMap<String, Object>();
        items.forEach((name, it) -> written.put(name, item.write(it)));
        return written;
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return Definitions.shape(
                "type",
                "object",
                "propertyNames",
                Map.of("pattern", "^" + names.pattern() + "$"),
                "additionalProperties",
                item.schema(definitions));
    }
}
