package dev.foster.supervise.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
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
    private final Map<String, Set<String>> stopsAfter = new LinkedHashMap<>();

    public Order(StackSpec stack) {
        stack.groups().forEach(group -> groups.put(group.name(), group));
        stack.processes().forEach(process -> processes.put(process.name(), process));
        for (ProcessSpec process : stack.processes()) {
            waits.put(process.name(), conditions(process.dependsOn()));
        }
        stack.groups().forEach(this::orderMembers);
        waits.forEach((name, on) -> on.keySet().forEach(other -> note(neededBy, other, name)));
        neededBy.forEach((name, others) -> others.forEach(other -> note(stopsAfter, name, other)));
        orderStops(
                stack.groups().stream()
                        .filter(group -> group.strategy() == Strategy.ONE_FOR_ONE)
                        .filter(group -> group.stopOrder() == StopOrder.REVERSE)
                        .toList());
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

    private void orderStops(List<GroupSpec> loose) {
        Map<String, Integer> turns = loose.isEmpty() ? Map.of() : turns();
        for (GroupSpec group : loose) {
            Set<String> later = Set.of();
            for (String member : group.members().reversed()) {
                Set<String> members = leaves(member);
                for (String earlier : members) {
                    for (String other : later) {
                        if (turns.getOrDefault(other, 0) < turns.getOrDefault(earlier, 0)) {
                            note(stopsAfter, earlier, other);
                        }
                    }
                }
                later = members.isEmpty() ? later : members;
            }
        }
    }

    /**
     * Whose turn it would be, were all to stop one after the other: the last first, but nobody
     * before those that depend on it. Who keeps to it can never wait for each other.
     */
    private Map<String, Integer> turns() {
        Map<String, Integer> places = places();
        var next =
                new PriorityQueue<String>(
                        Comparator.comparing(places::get, Comparator.reverseOrder()));
        var left = new HashMap<String, Integer>();
        for (String name : processes.keySet()) {
            int count = neededBy(name).size();
            left.put(name, count);
            if (count == 0) {
                next.add(name);
            }
        }
        var turns = new HashMap<String, Integer>();
        while (!next.isEmpty()) {
            String name = next.remove();
            turns.put(name, turns.size());
            for (String on : waitsFor(name).keySet()) {
                if (left.merge(on, -1, Integer::sum) == 0) {
                    next.add(on);
                }
            }
        }
        return turns;
    }

    /** In which order they start as far as their groups are concerned. */
    private Map<String, Integer> places() {
        var inner = new HashSet<String>();
        groups.values().forEach(group -> inner.addAll(group.members()));
        var all = new LinkedHashSet<String>();
        for (String group : groups.keySet()) {
            if (!inner.contains(group)) {
                all.addAll(leaves(group));
            }
        }
        all.addAll(processes.keySet());
        var places = new HashMap<String, Integer>();
        all.forEach(name -> places.put(name, places.size()));
        return places;
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

    /** Those that are to be gone before it stops, when they stop as well. */
    public Set<String> stopsAfter(String process) {
        return stopsAfter.getOrDefault(process, Set.of());
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
