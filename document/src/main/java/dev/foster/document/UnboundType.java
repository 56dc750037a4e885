package dev.foster.document;

import dev.foster.document.Value.Mapping;

import java.util.Map;
import java.util.Optional;

/** A section of which only the keys are looked at. */
record UnboundType(Section<?> section) implements Type<Mapping> {

    @Override
    public Optional<Mapping> read(Value value, Where where, Optional<Mapping> base) {
        Optional<Mapping> mapping = where.scalars().mapping(value, where.label());
        mapping.ifPresent(it -> section.checkKeys(it, where));
        return mapping;
    }

    @Override
    public Object write(Mapping mapping) {
        return Plain.of(mapping);
    }

    @Override
    public Value over(Value below, Value above) {
        return section.type().over(below, above);
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return section.reference(definitions);
    }
}
