package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Which subjects are allowed: those that an allowed pattern covers and no denied one does, and
 * those that are allowed always. For subscribing, a pattern may be followed by a space and a queue
 * group: it then speaks of that group only.
 *
 * @param always allowed whatever else is denied: what belongs to one user alone, in the midst of
 *     what is denied to all
 */
public record SubjectRules(List<String> allow, List<String> deny, List<String> always) {
    private static final List<String> ALL = List.of(">");

    /** Everything is allowed. */
    public static final SubjectRules EVERYTHING = new SubjectRules(ALL, List.of());

    /** Nothing is allowed by name; nothing is denied, so that a request may be answered. */
    public static final SubjectRules NOTHING = new SubjectRules(List.of(), List.of());

    /** What the rules say of a subject. */
    enum Verdict {
        ALLOWED,
        DENIED,
        /** It is neither allowed nor denied; a permit to answer may allow it. */
        UNMENTIONED
    }

    public SubjectRules {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
        always = List.copyOf(always);
    }

    public SubjectRules(List<String> allow, List<String> deny) {
        this(allow, deny, List.of());
    }

    /** Allows these patterns and nothing else. */
    public static SubjectRules allowing(String... patterns) {
        return new SubjectRules(List.of(patterns), List.of());
    }

    /** Allows everything but these patterns. */
    public static SubjectRules denying(String... patterns) {
        return new SubjectRules(ALL, List.of(patterns));
    }

    /** The same rules, and these patterns are allowed whatever they say. */
    public SubjectRules withAlways(String... patterns) {
        return new SubjectRules(allow, deny, List.of(patterns));
    }

    /** The same rules for subjects as the broker keeps them. */
    SubjectRules internal() {
        return new SubjectRules(internal(allow), internal(deny), internal(always));
    }

    private static List<String> internal(List<String> patterns) {
        return patterns.stream().map(Subjects::fromText).toList();
    }

    boolean restricts() {
        return !allow.contains(">") || !deny.isEmpty();
    }

    boolean allows(String subject, @Nullable String queue) {
        return verdict(subject, queue) == Verdict.ALLOWED;
    }

    Verdict verdict(String subject, @Nullable String queue) {
        if (covered(always, subject, queue)) {
            return Verdict.ALLOWED;
        }
        if (covered(deny, subject, queue)) {
            return Verdict.DENIED;
        }
        return covered(allow, subject, queue) ? Verdict.ALLOWED : Verdict.UNMENTIONED;
    }

    /** Those denials that a subscription to this pattern reaches into; null: none. */
    @Nullable SubjectRules withheldFrom(String pattern, @Nullable String queue) {
        List<String> reached =
                deny.stream()
                        .filter(rule -> concerns(rule, queue))
                        .map(SubjectRules::subject)
                        .filter(rule -> Subjects.overlap(rule, pattern))
                        .toList();
        return reached.isEmpty() ? null : new SubjectRules(ALL, reached, always);
    }

    private static boolean covered(List<String> rules, String subject, @Nullable String queue) {
        for (String rule : rules) {
            if (concerns(rule, queue) && Subjects.covers(subject(rule), subject)) {
                return true;
            }
        }
        return false;
    }

    private static String subject(String rule) {
        int space = rule.indexOf(' ');
        return space < 0 ? rule : rule.substring(0, space);
    }

    /** Whether it speaks of all subscriptions, or of those in this queue group. */
    private static boolean concerns(String rule, @Nullable String queue) {
        int space = rule.indexOf(' ');
        return space < 0 || (queue != null && Subjects.covers(rule.substring(space + 1), queue));
    }
}
