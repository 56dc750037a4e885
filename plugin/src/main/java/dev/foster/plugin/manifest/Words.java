package dev.foster.plugin.manifest;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Other people's words inside our messages: bounded, on one line, and compared with known ones. */
final class Words {
    private static final int LONGEST = 60;

    private Words() {}

    static String quote(String text) {
        return '"' + clip(text) + '"';
    }

    static String clip(String text) {
        int end = Math.min(text.length(), LONGEST);
        var line = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }

    /** What to do about a word that is not known: the nearest known one, or all of them. */
    static String advice(String word, Collection<String> known) {
        return nearest(word, known)
                .map(near -> "did you mean " + quote(near) + "?")
                .orElseGet(() -> "known are " + String.join(", ", known));
    }

    /** The known word that a slip of the finger would have turned into this one. */
    static Optional<String> nearest(String word, Collection<String> known) {
        // Nothing that long is a slip, and the comparison costs the product of both lengths.
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = simplify(word);
        return known.stream()
                .filter(other -> slips(plain, simplify(other)) <= Math.max(1, other.length() / 3))
                .min(Comparator.comparingInt(other -> slips(plain, simplify(other))));
    }

    private static String simplify(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** How many letters must be added, removed or changed, or swapped with their neighbour. */
    private static int slips(String one, String other) {
        int[] beforeLast = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                int least =
                        Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
                boolean swapped =
                        i > 1
                                && j > 1
                                && one.charAt(i - 1) == other.charAt(j - 2)
                                && one.charAt(i - 2) == other.charAt(j - 1);
                row[j] = swapped ? Math.min(least, beforeLast[j - 2] + 1) : least;
            }
            beforeLast = last;
            last = row;
        }
        return last[other.length()];
    }
}
