package dev.foster.process;

import java.util.List;
import java.util.Set;

/**
 * What an engine can promise here.
 *
 * @param name the engine in words, such as {@code linux} or {@code portable}
 * @param abilities what it guarantees
 * @param limits what it cannot do here and why, one sentence each
 */
public record EngineFacts(String name, Set<Ability> abilities, List<String> limits) {

    /** A guarantee that not every engine can give. */
    public enum Ability {
        /** A signal reaches the child's whole process group at once. */
        GROUP_SIGNALS,
        /** An exit by signal is told apart from an exit code above 128. */
        EXACT_SIGNALS,
        /** Descendants that made their own session are found when their child is stopped. */
        FINDS_ESCAPED_DESCENDANTS,
        /** Children die with this JVM, even when it is killed. */
        GUARDED,
        /** Children can share the terminal as its foreground group. */
        FOREGROUND
    }

    public EngineFacts {
        abilities = Set.copyOf(abilities);
        limits = List.copyOf(limits);
    }

    public boolean can(Ability ability) {
        return abilities.contains(ability);
    }
}
