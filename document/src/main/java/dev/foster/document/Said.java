package dev.foster.document;

import java.util.List;

/** What a document says of a section, to be laid over a spec that is known later. */
public record Said<S>(List<Part<S, ?>> parts) {

    /** What it says of one field. */
    public record Part<S, T>(Field<S, T> field, T value) {
        S over(S base) {
            return field.with().apply(base, value);
        }
    }

    public Said {
        parts = List.copyOf(parts);
    }

    public static <S> Said<S> nothing() {
        return new Said<>(List.of());
    }

    /** The spec with all that was said. */
    public S over(S base) {
        S found = base;
        for (Part<S, ?> part : parts) {
            found = part.over(found);
        }
        return found;
    }
}
