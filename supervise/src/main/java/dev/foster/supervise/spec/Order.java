package dev.foster.supervise.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who waits for whom in a stack: the dependencies of its processes, groups replaced by their
 * members, together with the order inside groups that share a fate.
 */
public final class Order {
    private final Map<String, ProcessSpec> processes = new LinkedHashMap<>();
    private final Map<String, GroupSpec> groups = new LinkedHashMap<>();
    private final Map<String, Map<String, Condition>> waits = new LinkedHashMap<>();
    private final Map<String, Set<String>> before = new LinkedHashMap<>();
    private final Map<String, Set<String>> onlyBefore = new LinkedHashMap<>();
    private final Map<String, Set<String>> neededBy = new LinkedHashMap<>();

    public Order(StackSpec stack) {
        stack.groups().forEach(group -> groups.put(group.name(), group));
        stack.processes().forEach(process -> processes.put(process.name(), process));
        for (ProcessSpec process : stack.processes()) {
            waits.put(process.name(), conditions(process.dependsOn()));
        }
        stack.groups().forEach(this::orderMembers);
        waits.forEach((name, on) -> on.keySet().forEach(other -> note(neededBy, other, name)));
    }

    // What is said of a process itself outweighs what is said of its group, and of two groups the
    // stricter word counts.
    private Map<String, Condition> conditions(Map<String, Condition> dependsOn) {
        var conditions = new LinkedHashMap<String, Condition>();
        dependsOn.forEach(
                (name, condition) -> {
                    for (String leaf : leaves(name)) {
                        conditions.merge(
                                leaf,
                                dependsOn.getOrDefault(leaf, condition),
                                (one, other) -> one.compareTo(other) < 0 ? other : one);
                    }
                });
        return conditions;
    }

    private void orderMembers(GroupSpec group) {
        if (group.strategy() == Strategy.ONE_FOR_ONE || group.members().size() < 2) {
            return;
        }
        Set<String> last = Set.of();
        for (String member : group.members()) {
            Set<String> members = leaves(member);
            for (String later : members) {
                for (String earlier : last) {
                    note(before, later, earlier);
                    Condition said =
                            waits.computeIfAbsent(later, _ -> new LinkedHashMap<>())
                                    .putIfAbsent(earlier, Condition.READY);
                    if (said == null) {
                        note(onlyBefore, later, earlier);
                    }
                }
            }
            // A group without members must not break the chain.
            last = members.isEmpty() ? last : members;
        }
    }

    private static void note(Map<String, Set<String>> links, String from, String to) {
        links.computeIfAbsent(from, _ -> new LinkedHashSet<>()).add(to);
    }

    /** What a process waits for before it starts. */
    public Map<String, Condition> waitsFor(String process) {
        return waits.getOrDefault(process, Map.of());
    }

    /** Those of the members right before it in groups that share a fate. */
    public Set<String> before(String process) {
        return before.getOrDefault(process, Set.of());
    }

    /** Those of them that it waits for because of their place alone: it does not depend on them. */
    public Set<String> onlyBefore(String process) {
        return onlyBefore.getOrDefault(process, Set.of());
    }

    /** Those that wait for it. */
    public Set<String> neededBy(String process) {
        return neededBy.getOrDefault(process, Set.of());
    }

    /** The processes behind a name: itself, or all that are in the group, however deep. */
    public Set<String> leaves(String name) {
        var found = new LinkedHashSet<String>();
        var seen = new LinkedHashSet<String>();
        var open = new ArrayDeque<String>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.pop();
            GroupSpec group = groups.get(next);
            if (processes.containsKey(next)) {
                found.add(next);
            } else if (group != null && seen.add(next)) {
                group.members().reversed().forEach(open::push);
            }
        }
        return found;
    }

    /** A chain of processes that leads back to its beginning, if there is one. */
    Optional<List<String>> cycle() {
        var done = new LinkedHashSet<String>();
        return processes.keySet().stream()
                .flatMap(name -> cycleFrom(name, done).stream())
                .findFirst();
    }

    // Walks with a stack of its own: a chain may be longer than the thread's.
    private Optional<List<String>> cycleFrom(String start, Set<String> done) {
        var path = new LinkedHashSet<String>();
        var open = new ArrayDeque<Iterator<String>>();
        if (!done.contains(start)) {
            path.add(start);
            open.push(waitsFor(start).keySet().iterator());
        }
        while (!open.isEmpty()) {
            if (!open.getFirst().hasNext()) {
                open.pop();
                done.add(path.removeLast());
                continue;
            }
            String name = open.getFirst().next();
            if (path.contains(name)) {
                var cycle = new ArrayList<>(path);
                cycle.subList(0, cycle.indexOf(name)).clear();
                cycle.add(name);
                return Optional.of(cycle);
            }
            if (!done.contains(name)) {
                path.add(name);
                open.push(waitsFor(name).keySet().iterator());
            }
        }
        return Optional.empty();
    }
}
