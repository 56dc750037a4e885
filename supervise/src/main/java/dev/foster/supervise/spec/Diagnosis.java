package dev.foster.supervise.spec;

import java.util.Objects;

/**
 * Why a run ended by itself, as its attendant knows.
 *
 * @param why a sentence for people
 * @param lasting whether every run will end so until somebody changes something
 */
public record Diagnosis(String why, boolean lasting) {
    public Diagnosis {
        Objects.requireNonNull(why);
    }
}
