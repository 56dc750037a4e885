package dev.foster.daemon.operations;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.document.Nearest;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which processes somebody means. */
final class Selection {
    private final StackSpec stack;
    private final Order order;
    private final List<String> names;

    Selection(StackSpec stack) {
        this(stack, List.of());
    }

    /**
     * @param others what else can be meant, beside processes
     */
    Selection(StackSpec stack, List<String> others) {
        this.stack = stack;
        this.order = new Order(stack);
        this.names =
                Stream.concat(stack.processes().stream().map(ProcessSpec::name), others.stream())
                        .toList();
    }

    List<String> select(List<String> patterns) {
        var wanted = new LinkedHashSet<String>();
        for (String pattern : patterns) {
            Set<String> found = matching(pattern);
            if (found.isEmpty()) {
                throw unknown(pattern);
            }
            wanted.addAll(found);
        }
        return names.stream().filter(wanted::contains).toList();
    }

    private Set<String> matching(String pattern) {
        Set<String> leaves = order.leaves(pattern);
        if (!leaves.isEmpty()) {
            return leaves;
        }
        if (pattern.equals("all")) {
            return new LinkedHashSet<>(names);
        }
        Pattern glob = glob(pattern);
        var found = new LinkedHashSet<String>();
        names.stream().filter(name -> glob.matcher(name).matches()).forEach(found::add);
        stack.groups().stream()
                .filter(group -> pattern.contains("*") && glob.matcher(group.name()).matches())
                .forEach(group -> found.addAll(order.leaves(group.name())));
        return found;
    }

    private static Pattern glob(String pattern) {
        var regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private ControlProblem unknown(String pattern) {
        String near =
                Nearest.of(pattern, names)
                        .map(name -> "; did you mean " + name + "?")
                        .orElse(
                                names.isEmpty()
                                        ? "; the project has no processes"
                                        : "; there are " + some());
        return new ControlProblem(
                ProblemCode.UNKNOWN_NAME,
                "cannot find \"" + pattern + "\": no process or group is called so" + near);
    }

    private String some() {
        String list = String.join(", ", names.subList(0, Math.min(8, names.size())));
        return names.size() > 8 ? list + " and " + (names.size() - 8) + " more" : list;
    }
}
