package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Which subjects are allowed: those that an allowed pattern covers, or all if none is listed, less
 * those that a denied one covers. For subscribing, a pattern may be followed by a space and a queue
 * group: it then speaks of that group only.
 */
public record SubjectRules(List<String> allow, List<String> deny) {
    /** Everything is allowed. */
    public static final SubjectRules EVERYTHING = new SubjectRules(List.of(), List.of());

    /** Nothing is allowed. */
    public static final SubjectRules NOTHING = new SubjectRules(List.of(), List.of(">"));

    public SubjectRules {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    /** Allows these patterns and nothing else. */
    public static SubjectRules allowing(String... patterns) {
        return new SubjectRules(List.of(patterns), List.of());
    }

    /** Allows everything but these patterns. */
    public static SubjectRules denying(String... patterns) {
        return new SubjectRules(List.of(), List.of(patterns));
    }

    /** The same rules for subjects as the broker keeps them. */
    SubjectRules internal() {
        return new SubjectRules(
                allow.stream().map(Subjects::fromText).toList(),
                deny.stream().map(Subjects::fromText).toList());
    }

    boolean restricts() {
        return !allow.isEmpty() || !deny.isEmpty();
    }

    boolean allows(String subject, @Nullable String queue) {
        return (allow.isEmpty() || allow.stream().anyMatch(rule -> covers(rule, subject, queue)))
                && deny.stream().noneMatch(rule -> covers(rule, subject, queue));
    }

    /** Those denials that a subscription to this pattern reaches into; null: none. */
    @Nullable SubjectRules withheldFrom(String pattern) {
        List<String> reached =
                deny.stream()
                        .filter(rule -> rule.indexOf(' ') < 0 && Subjects.overlap(rule, pattern))
                        .toList();
        return reached.isEmpty() ? null : new SubjectRules(List.of(), reached);
    }

    private static boolean covers(String rule, String subject, @Nullable String queue) {
        int space = rule.indexOf(' ');
        if (space < 0) {
            return Subjects.covers(rule, subject);
        }
        return queue != null
                && Subjects.covers(rule.substring(0, space), subject)
                && Subjects.covers(rule.substring(space + 1), queue);
    }
}
