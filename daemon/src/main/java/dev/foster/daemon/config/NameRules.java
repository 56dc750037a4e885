package dev.foster.daemon.config;

import dev.foster.document.ByName;
import dev.foster.document.Definitions;
import dev.foster.document.Faults;
import dev.foster.document.Place;
import dev.foster.document.Type;
import dev.foster.document.Words;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What processes, groups and projects may be called. */
final class NameRules {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    static final String RULE =
            "a name has letters, digits, _ . and -, begins with a letter or digit, and has at most"
                    + " 64 characters; rename it";

    private static final Type<String> NAME =
            Type.<String>of(
                            (value, where) -> where.scalars().text(value, where.label()),
                            name -> name,
                            _ -> Definitions.shape("type", "string", "pattern", "^" + SHAPE + "$"))
                    .called(
                            "name",
                            "Letters, digits, `_`, `.` and `-`, beginning with a letter or digit,"
                                    + " at most 64 characters.");

    private NameRules() {}

    /** The name of such a thing. */
    static Type<String> type(String of) {
        return Type.of(
                (value, where) -> {
                    Optional<String> name = where.scalars().text(value, where.label());
                    name.ifPresent(it -> check(it, value.place(), of, where.scalars().faults()));
                    return name;
                },
                name -> name,
                in -> in.either(List.of(NAME.schema(in))));
    }

    /** Things of such a kind, by their names. */
    static <T> Type<Map<String, T>> named(
            String what,
            int most,
            Type<?> each,
            ByName.Reader<T> reader,
            Function<T, Object> writer) {
        return new ByName<>(
                NAME::schema,
                each,
                most,
                (name, entry, where) -> {
                    check(name, entry.key(), what, where.scalars().faults());
                    return reader.read(name, entry, where);
                },
                writer);
    }

    static boolean valid(String name) {
        return SHAPE.matcher(name).matches();
    }

    /** The name nearest to this one that may be used. */
    static String tamed(String name) {
        String tame = name.replaceAll("[^A-Za-z0-9_.-]+", "-").replaceAll("^[^A-Za-z0-9]+", "");
        String cut = tame.substring(0, Math.min(64, tame.length()));
        return cut.isEmpty() ? "project" : cut;
    }

    static void check(String name, Place place, String what, Faults faults) {
        if (!valid(name)) {
            faults.add(place, "cannot name a " + what + " " + Words.quote(name) + ": " + RULE);
        }
    }
}
