package dev.foster.stdio.access;

import dev.foster.http.HttpRequest;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The token in the head of a request. */
final class Bearer {
    private static final int LONGEST = 16 << 10;
    // Possessive: a long header is read once, whatever is in it.
    private static final Pattern HEADER =
            Pattern.compile("(?i:bearer) ++([A-Za-z0-9._~+/-]++=*+) *+");

    private Bearer() {}

    /** The only token; empty if there is none, or more than one, or something else. */
    static Optional<String> of(HttpRequest request) {
        List<String> lines = request.headers().all("authorization");
        if (lines.size() != 1 || lines.getFirst().length() > LONGEST) {
            return Optional.empty();
        }
        Matcher matcher = HEADER.matcher(lines.getFirst());
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
