package dev.foster.document;

import java.util.Optional;

/** What was read and where it stands, for who can judge it only when more is known. */
public record Located<T>(T value, Place place, Where where) {

    public <R> Optional<R> refuse(String why, String advice) {
        return where.refuse(place, why, advice);
    }
}
