package dev.foster.document;

import java.util.Collection;

/** Other people's words inside our messages: bounded, on one line, and compared with known ones. */
public final class Words {
    private static final int LONGEST = 60;

    private Words() {}

    public static String quote(String text) {
        return '"' + clip(text) + '"';
    }

    public static String clip(String text) {
        int end = Math.min(text.length(), LONGEST);
        var line = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }

    /** What to do about a word that is not known: the nearest known one, or all of them. */
    public static String advice(String word, Collection<String> known) {
        return Nearest.of(word, known)
                .map(near -> "did you mean " + quote(near) + "?")
                .orElseGet(() -> "known are " + String.join(", ", known));
    }
}
