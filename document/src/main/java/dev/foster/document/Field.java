package dev.foster.document;

import dev.foster.document.Value.Mapping;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One key of a section: how it is read, which part of the spec it is, and what people are told of
 * it. All that is known of it stands here, and everything else is derived.
 *
 * @param get the part of a spec that it sets; empty where that says nothing
 * @param with a spec with another such part
 */
public record Field<S, T>(
        String key,
        Type<T> type,
        Function<S, Optional<T>> get,
        BiFunction<S, T, S> with,
        Notes notes) {

    /** The same of a spec that this one's is a part of. */
    <W> Field<W, T> within(Function<W, S> part, BiFunction<W, S, W> whole) {
        return new Field<>(
                key,
                type,
                it -> get.apply(part.apply(it)),
                (it, found) -> whole.apply(it, with.apply(part.apply(it), found)),
                notes);
    }

    Field<S, T> saying(Notes wanted) {
        return new Field<>(key, type, get, with, wanted);
    }

    S bound(Mapping mapping, Where where, S base) {
        return mapping.get(key)
                .flatMap(value -> type.read(value, where.in(key), get.apply(base)))
                .map(found -> with.apply(base, found))
                .orElse(base);
    }

    Optional<Said.Part<S, T>> said(Value value, Where where) {
        return type.read(value, where, Optional.empty()).map(it -> new Said.Part<>(this, it));
    }

    /** The same where its value stands alone, as the short form of the whole section. */
    Optional<S> alone(Value value, Where where, S base) {
        return type.read(value, where, get.apply(base)).map(found -> with.apply(base, found));
    }

    Optional<Object> written(S spec) {
        return get.apply(spec).map(type::write);
    }

    /** What it says; empty when it says what is usual. */
    Optional<Object> written(S spec, S usual) {
        Optional<T> said = get.apply(spec);
        return said.equals(get.apply(usual)) ? Optional.empty() : said.map(type::write);
    }

    Optional<String> shown(S spec) {
        return notes.secret() ? Optional.empty() : get.apply(spec).map(type::shown);
    }

    List<Difference> differences(S before, S after) {
        Optional<T> old = get.apply(before);
        Optional<T> fresh = get.apply(after);
        if (old.equals(fresh)) {
            return List.of();
        }
        List<Difference> found =
                old.isPresent() && fresh.isPresent() && !notes.secret()
                        ? type.differences(key, old.get(), fresh.get())
                        : List.of(
                                new Difference(
                                        key, shown(before).orElse(""), shown(after).orElse("")));
        return found.stream().map(it -> it.since(notes.since())).toList();
    }

    /** What a schema says of it. */
    Map<String, Object> schema(Definitions definitions, S usual) {
        Map<String, Object> shape = Definitions.shape("description", notes.says());
        shape.putAll(type.schema(definitions));
        notes.usual()
                .or(() -> written(usual).filter(it -> !Plain.isEmpty(it)))
                .ifPresent(it -> shape.put("default", it));
        if (!notes.examples().isEmpty()) {
            shape.put("examples", notes.examples());
        }
        return shape;
    }
}
