package dev.foster.bus.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What rules for subjects say to someone who reads them one by one, with nothing in mind but what a
 * wildcard stands for. Knows nothing of the broker's own reading.
 */
final class PlainReading {
    private static final List<String> WORDS = List.of("a", "b", "z");

    /** All subjects of up to four tokens: enough to tell any two patterns of the tests apart. */
    static final List<String> SUBJECTS = subjects();

    private PlainReading() {}

    private static List<String> subjects() {
        List<String> all = new ArrayList<>(WORDS);
        for (int from = 0; from < 39; from++) {
            String start = all.get(from);
            WORDS.forEach(word -> all.add(start + "." + word));
        }
        return all;
    }

    static boolean matches(String pattern, String subject) {
        return Pattern.matches(
                pattern.replace(".", "\\.").replace("*", "[^.]+").replace(">", ".+"), subject);
    }

    /**
     * Whether a rule of the list names the subject, for those in this queue group ("": in none).
     */
    static boolean named(List<String> rules, String subject, String queue) {
        return rules.stream()
                .anyMatch(
                        rule -> {
                            String[] parts = rule.split(" ", 2);
                            return matches(parts[0], subject)
                                    && (parts.length == 1
                                            || (!queue.isEmpty() && matches(parts[1], queue)));
                        });
    }

    static boolean denied(SubjectRules rules, String subject, String queue) {
        return named(rules.deny(), subject, queue) && !named(rules.always(), subject, queue);
    }

    static boolean allowed(SubjectRules rules, String subject, String queue) {
        return named(rules.always(), subject, queue)
                || (named(rules.allow(), subject, queue) && !denied(rules, subject, queue));
    }

    /** Whether everything that the pattern stands for is named by one rule of the list. */
    static boolean allNamedByOne(List<String> rules, String pattern, String queue) {
        List<String> meant = SUBJECTS.stream().filter(each -> matches(pattern, each)).toList();
        return rules.stream()
                .anyMatch(
                        rule -> meant.stream().allMatch(each -> named(List.of(rule), each, queue)));
    }

    static String told(SubjectRules rules) {
        return List.of(rules.allow(), rules.deny(), rules.always()).stream()
                .map(each -> each.stream().collect(Collectors.joining(", ", "[", "]")))
                .collect(Collectors.joining(" "));
    }
}
