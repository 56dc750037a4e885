package dev.foster.daemon.config;

import dev.foster.document.Plain;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays one document on top of another: mappings are merged, anything else is replaced.
 *
 * <p>Short forms are written out first, so that they merge as the long ones would. A probe replaces
 * a probe of another kind: nobody means both.
 */
final class Overlay {
    private Overlay() {}

    static Mapping merge(Mapping below, Mapping above) {
        return merge("", below, above);
    }

    private static Mapping merge(String name, Mapping below, Mapping above) {
        var entries = new LinkedHashMap<>(below.entries());
        if ((name.equals("ready") || name.equals("liveness"))
                && ProbeSections.WORDS.stream().anyMatch(above::has)) {
            ProbeSections.WORDS.forEach(entries::remove);
        }
        above.entries()
                .forEach(
                        (key, entry) ->
                                entries.merge(key, entry, (old, fresh) -> laid(key, old, fresh)));
        return new Mapping(above.place(), entries);
    }

    private static Entry laid(String key, Entry below, Entry above) {
        if (writtenOut(key, below.value()) instanceof Mapping base
                && writtenOut(key, above.value()) instanceof Mapping top) {
            return new Entry(above.key(), merge(key, base, top));
        }
        return above;
    }

    private static Value writtenOut(String key, Value value) {
        return switch (value) {
            case Scalar word when key.equals("restart") ->
                    new Mapping(word.place(), Map.of("policy", new Entry(word.place(), word)));
            case Scalar word
                    when (key.equals("ready") || key.equals("liveness"))
                            && word.text().equals(ProbeSections.SHORT) ->
                    Plain.mapping(ProbeSections.LONG, word.place());
            case Sequence list when key.equals("environment") -> variables(list);
            default -> value;
        };
    }

    private static Value variables(Sequence list) {
        var entries = new LinkedHashMap<String, Entry>();
        for (Value item : list.items()) {
            if (!(item instanceof Scalar pair) || pair.text().indexOf('=') < 1) {
                // Left as it is, to be refused where environments are read.
                return list;
            }
            List<String> parts = List.of(pair.text().split("=", 2));
            entries.put(
                    parts.getFirst(),
                    new Entry(
                            pair.place(), new Scalar(pair.place(), parts.getLast(), pair.kind())));
        }
        return new Mapping(list.place(), entries);
    }
}
