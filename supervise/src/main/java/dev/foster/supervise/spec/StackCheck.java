package dev.foster.supervise.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds what is wrong with a stack before anything is started. */
final class StackCheck {
    private final StackSpec stack;
    private final List<SpecProblem> problems = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, String> homes = new HashMap<>();

    StackCheck(StackSpec stack) {
        this.stack = stack;
    }

    List<SpecProblem> problems() {
        stack.processes().forEach(process -> take(process.name()));
        stack.groups().forEach(group -> take(group.name()));
        for (ProcessSpec process : stack.processes()) {
            process.dependsOn().keySet().stream().sorted().forEach(on -> know(process.name(), on));
        }
        checkMembers();
        checkNesting();
        if (problems.isEmpty()) {
            new Order(stack).cycle().ifPresent(cycle -> problems.add(new SpecProblem.Cycle(cycle)));
        }
        return List.copyOf(problems);
    }

    private void take(String name) {
        if (!names.add(name)) {
            problems.add(new SpecProblem.NameTaken(name));
        }
    }

    private void know(String at, String name) {
        if (!names.contains(name)) {
            problems.add(new SpecProblem.UnknownName(at, name));
        }
    }

    private void checkMembers() {
        for (GroupSpec group : stack.groups()) {
            for (String member : group.members()) {
                know(group.name(), member);
                String first = homes.putIfAbsent(member, group.name());
                if (first != null) {
                    problems.add(new SpecProblem.InTwoGroups(member, first, group.name()));
                }
            }
        }
    }

    // From each group outwards, but never twice over the same ground: files can have thousands.
    private void checkNesting() {
        var done = new HashSet<String>();
        for (GroupSpec group : stack.groups()) {
            var path = new ArrayList<String>();
            String at = group.name();
            while (at != null && done.add(at)) {
                path.add(at);
                at = homes.get(at);
            }
            if (at != null && path.contains(at)) {
                problems.add(nested(path.subList(path.indexOf(at), path.size())));
            }
        }
    }

    /** The cycle from the outer group to the inner one, beginning with the first by name. */
    private static SpecProblem nested(List<String> outwards) {
        var cycle = new ArrayList<>(outwards.reversed());
        Collections.rotate(cycle, -cycle.indexOf(Collections.min(cycle)));
        cycle.add(cycle.getFirst());
        return new SpecProblem.Cycle(cycle);
    }
}
