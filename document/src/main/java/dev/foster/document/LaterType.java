package dev.foster.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A type that is loaded when a document has such a value. */
record LaterType<T>(Supplier<Type<T>> type) implements Type<T> {

    @Override
    public Optional<T> read(Value value, Where where, Optional<T> base) {
        return type.get().read(value, where, base);
    }

    @Override
    public Object write(T value) {
        return type.get().write(value);
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return type.get().schema(definitions);
    }

    @Override
    public Value over(Value below, Value above) {
        return type.get().over(below, above);
    }

    @Override
    public List<Difference> differences(String key, T before, T after) {
        return type.get().differences(key, before, after);
    }

    @Override
    public String shown(T value) {
        return type.get().shown(value);
    }
}
