package dev.foster.document;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The line of a document that a fault is about, and a caret below the place. A line that may hold a
 * secret is not shown: refusals go into logs and over the network.
 */
final class Excerpt {
    private static final int WIDEST = 90;

    private static final Pattern SECRET =
            Pattern.compile(
                    "passw|passphrase|secret|token|credential|authorization|api.?key|private.?key"
                            + "|://[^\\s/]*@",
                    Pattern.CASE_INSENSITIVE);

    private Excerpt() {}

    /**
     * Two lines, the second with the caret.
     *
     * @param line from 1
     * @param column from 1, in characters as people count them
     */
    static Optional<String> of(String text, int line, int column) {
        Optional<String> found = line(text, line);
        if (found.isEmpty()
                || found.get().isBlank()
                || SECRET.matcher(found.get()).find()
                || column < 1) {
            return Optional.empty();
        }
        int[] letters = found.get().codePoints().toArray();
        int caret = Math.min(column - 1, letters.length);
        int from = Math.max(0, Math.min(caret - WIDEST / 2, letters.length - WIDEST));
        int to = Math.min(letters.length, from + WIDEST);
        var shown = new StringBuilder(from > 0 ? "…" : "");
        for (int i = from; i < to; i++) {
            boolean odd = Character.isISOControl(letters[i]) || !Character.isDefined(letters[i]);
            shown.appendCodePoint(odd ? ' ' : letters[i]);
        }
        String margin = " ".repeat(4);
        return Optional.of(
                margin
                        + shown
                        + (to < letters.length ? "…" : "")
                        + "\n"
                        + margin
                        + " ".repeat(caret - from + (from > 0 ? 1 : 0))
                        + "^");
    }

    private static Optional<String> line(String text, int line) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = text.indexOf('\n', start) + 1;
            if (start == 0) {
                return Optional.empty();
            }
        }
        int end = text.indexOf('\n', start);
        return Optional.of(text.substring(start, end < 0 ? text.length() : end));
    }
}
