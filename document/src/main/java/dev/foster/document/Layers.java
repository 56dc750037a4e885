package dev.foster.document;

import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;

import java.util.LinkedHashMap;

/**
 * One document over another: mappings are merged, anything else is replaced. Where more is known of
 * a value, its {@link Type} says how it is laid over another.
 */
public final class Layers {
    private Layers() {}

    interface Each {
        Value over(String key, Value below, Value above);
    }

    static Mapping merge(Mapping below, Mapping above) {
        return merge(below, above, (_, old, fresh) -> over(old, fresh));
    }

    public static Value over(Value below, Value above) {
        return below instanceof Mapping base && above instanceof Mapping top
                ? merge(base, top)
                : above;
    }

    static Mapping merge(Mapping below, Mapping above, Each each) {
        var entries = new LinkedHashMap<>(below.entries());
        above.entries()
                .forEach(
                        (key, entry) ->
                                entries.merge(
                                        key,
                                        entry,
                                        (old, fresh) ->
                                                new Entry(
                                                        fresh.key(),
                                                        each.over(
                                                                key, old.value(), fresh.value()))));
        return new Mapping(above.place(), entries);
    }
}
