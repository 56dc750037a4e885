package dev.foster.daemon.config;

import dev.foster.document.Definitions;
import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Words;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads headers of HTTP requests. */
final class HeaderFields {
    static final Type<Map<String, String>> HEADERS =
            Type.of(
                    (value, where) -> {
                        Map<String, String> read = read(value, where.label(), where.scalars());
                        return value instanceof Value.Mapping
                                ? Optional.of(read)
                                : Optional.empty();
                    },
                    headers -> headers,
                    in ->
                            Definitions.shape(
                                    "type",
                                    "object",
                                    "propertyNames",
                                    Map.of("pattern", "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$"),
                                    "additionalProperties",
                                    Types.WORD.schema(in)));

    private HeaderFields() {}

    static Map<String, String> read(Value value, String label, Scalars scalars) {
        var headers = new LinkedHashMap<String, String>();
        scalars.mapping(value, label)
                .ifPresent(
                        mapping ->
                                mapping.entries()
                                        .forEach(
                                                (key, entry) ->
                                                        add(headers, key, entry, label, scalars)));
        return headers;
    }

    private static void add(
            Map<String, String> headers, String key, Entry entry, String label, Scalars scalars) {
        Optional<String> value = scalars.word(entry.value(), label + "." + key);
        if (!key.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}")
                || (value.isPresent() && !value.get().matches("[\\x20-\\x7e\\x80-\\xff]*"))) {
            var _ =
                    scalars.refuse(
                            entry.key(), label, Words.quote(key) + " is no header", "mend it");
            return;
        }
        value.ifPresent(text -> headers.put(key, text));
    }
}
