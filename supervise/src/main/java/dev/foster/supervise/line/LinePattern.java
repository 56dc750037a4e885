package dev.foster.supervise.line;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression that somebody wrote, tried on every line of a process. One that takes too
 * long on a line does not find anything in it; one that often does is not tried any more.
 */
public final class LinePattern {
    private static final int STEPS = 1_000_000;
    private static final int MOST_TROUBLES = 10;

    private final Pattern pattern;
    private int troubles;

    /**
     * @throws java.util.regex.PatternSyntaxException when it is no regular expression
     */
    public LinePattern(String pattern) {
        this.pattern = Pattern.compile(pattern);
    }

    /** Where it finds something in a line; its groups can be asked for, and nothing else. */
    public Optional<Matcher> find(String line) {
        if (givenUp()) {
            return Optional.empty();
        }
        try {
            Matcher matcher = pattern.matcher(BoundedText.of(line, STEPS));
            return matcher.find() ? Optional.of(matcher) : Optional.empty();
        } catch (BoundedText.Exhausted | StackOverflowError tooHard) {
            troubles++;
            return Optional.empty();
        }
    }

    /** Whether it took too long so often that it is not tried any more. */
    public boolean givenUp() {
        return troubles >= MOST_TROUBLES;
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
