package dev.foster.process;

import java.util.List;
import java.util.Set;

/**
 * What an engine can promise here.
 *
 * @param name the engine in words, such as {@code linux} or {@code portable}
 * @param abilities what it guarantees
 * @param limits what it cannot do here and why, one sentence each
 * @param enforcement how children are held to their {@link Confinement} here
 */
public record EngineFacts(
        String name, Set<Ability> abilities, List<String> limits, List<Enforcement> enforcement) {

    /**
     * How one part of a {@link Confinement} is enforced here, how it is known what is used, or what
     * the system allows all children together.
     *
     * @param what the part in a word, {@code limits}, {@code isolation}, {@code usage} or {@code
     *     ceiling}
     * @param held whether it is as good as it gets
     * @param how one sentence, which also says why it is no better
     */
    public record Enforcement(String what, boolean held, String how) {}

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
        FOREGROUND,
        /** The kernel ends a child whose processes hold more memory than its limit. */
        HOLDS_MEMORY,
        /** The kernel keeps a child's processes near their limit of processor time. */
        HOLDS_CPU,
        /** The kernel starts no more processes and threads for a child than its limits allow. */
        HOLDS_PROCESSES,
        /** The kernel opens no more descriptors for a child than its limit allows. */
        HOLDS_FILES,
        /** A child can run as another user, or without the chance to gain rights. */
        OTHER_USERS,
        /** A child can have a temporary folder of its own and paths it cannot change. */
        PRIVATE_MOUNTS
    }

    public EngineFacts {
        abilities = Set.copyOf(abilities);
        limits = List.copyOf(limits);
        enforcement = List.copyOf(enforcement);
    }

    public EngineFacts(String name, Set<Ability> abilities, List<String> limits) {
        this(name, abilities, limits, List.of());
    }

    public boolean can(Ability ability) {
        return abilities.contains(ability);
    }
}
