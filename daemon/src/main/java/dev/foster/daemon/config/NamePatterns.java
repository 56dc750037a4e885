package dev.foster.daemon.config;

import dev.foster.document.Located;
import dev.foster.document.Words;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which processes and groups of a stack the patterns of a file mean. */
final class NamePatterns {
    private final Order order;
    private final List<String> known;

    NamePatterns(StackSpec stack) {
        this.order = new Order(stack);
        this.known =
                Stream.concat(
                                stack.processes().stream().map(ProcessSpec::name),
                                stack.groups().stream().map(GroupSpec::name))
                        .toList();
    }

    /** Names, groups with all their members, or patterns with {@code *} and {@code ?}. */
    Set<String> matching(List<Located<String>> patterns) {
        var found = new LinkedHashSet<String>();
        for (Located<String> pattern : patterns) {
            Pattern glob = glob(pattern.value());
            List<String> meant =
                    known.stream().filter(name -> glob.matcher(name).matches()).toList();
            if (meant.isEmpty()) {
                pattern.refuse(
                        "no process or group is called " + Words.quote(pattern.value()),
                        Words.advice(pattern.value(), known));
            }
            meant.forEach(name -> found.addAll(order.leaves(name)));
            found.addAll(meant);
        }
        return found;
    }

    private static Pattern glob(String pattern) {
        String regex =
                pattern.chars()
                        .mapToObj(
                                c ->
                                        switch (c) {
                                            case '*' -> ".*";
                                            case '?' -> ".";
                                            default -> Pattern.quote(Character.toString(c));
                                        })
                        .collect(Collectors.joining());
        return Pattern.compile(regex, Pattern.DOTALL);
    }
}
