package dev.foster.stdio.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an event: its stream in the session, and its place there.
 *
 * @param number 0 for the place before the first event
 */
record EventId(long stream, long number) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    static Optional<EventId> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new EventId(
                                Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return stream + "-" + number;
    }
}
