package dev.foster.daemon.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Other people's words inside our messages: bounded, on one line, and compared with known ones. */
public final class Words {
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
    public static Optional<String> nearest(String word, Collection<String> known) {
        // Nothing that long is a slip, and the comparison costs the product of both lengths.
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = simplify(word);
        return known.stream()
                .filter(other -> other.length() <= LONGEST)
                .filter(
                        other ->
                                distance(plain, simplify(other)) <= Math.max(1, other.length() / 3))
                .min(Comparator.comparingInt(other -> distance(plain, simplify(other))));
    }

    private static String simplify(String word) {
        return word.toLowerCase(java.util.Locale.ROOT).replace('-', '_');
    }

    /** How many letters must be added, removed, changed or swapped with their neighbour. */
    static int distance(String one, String other) {
        int[][] cost = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, one, other, i, j);
            }
        }
        return cost[one.length()][other.length()];
    }

    private static int cheapest(int[][] cost, String one, String other, int i, int j) {
        char mine = one.charAt(i - 1);
        char theirs = other.charAt(j - 1);
        int least =
                Math.min(
                        cost[i - 1][j - 1] + (mine == theirs ? 0 : 1),
                        1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && mine == other.charAt(j - 2) && one.charAt(i - 2) == theirs;
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
