package dev.foster.process;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The variables a child finds in its environment.
 *
 * @param inherited the names taken over from this JVM's environment; all of them when absent
 * @param set variables set for the child; they win over inherited ones
 * @param removed names the child does not get though they would be inherited
 */
public record Environment(
        Optional<Set<String>> inherited, Map<String, String> set, Set<String> removed) {

    public Environment {
        inherited = inherited.map(Set::copyOf);
        set = Map.copyOf(set);
        removed = Set.copyOf(removed);
    }

    public static Environment inheritAll() {
        return new Environment(Optional.empty(), Map.of(), Set.of());
    }

    public static Environment inheritNone() {
        return inheritOnly(Set.of());
    }

    public static Environment inheritOnly(Set<String> names) {
        return new Environment(Optional.of(names), Map.of(), Set.of());
    }

    /** Sets a variable; the last value given for a name wins. */
    public Environment with(String name, String value) {
        return with(Map.of(name, value));
    }

    public Environment with(Map<String, String> variables) {
        var all = new LinkedHashMap<>(set);
        all.putAll(variables);
        var kept = new HashSet<>(removed);
        kept.removeAll(variables.keySet());
        return new Environment(inherited, all, kept);
    }

    public Environment without(String name) {
        var rest = new LinkedHashMap<>(set);
        rest.remove(name);
        var more = new HashSet<>(removed);
        more.add(name);
        return new Environment(inherited, rest, more);
    }

    /** Whether the child gets this variable of the JVM's own environment. */
    public boolean inherits(String name) {
        return !set.containsKey(name)
                && !removed.contains(name)
                && inherited.map(names -> names.contains(name)).orElse(true);
    }
}
