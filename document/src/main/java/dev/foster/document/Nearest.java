package dev.foster.document;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * What somebody may have meant to write: the known word that a slip of the finger turned into his.
 */
public final class Nearest {
    /** Nothing longer is a slip, and the comparison costs the product of both lengths. */
    private static final int LONGEST = 60;

    /** Of a shorter word, one letter is too much to be a slip. */
    private static final int SHORTEST = 3;

    private Nearest() {}

    /** The word that differs least, if it does not differ too much. */
    public static Optional<String> of(String written, Collection<String> known) {
        if (written.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = simplify(written);
        return known.stream()
                .filter(word -> word.length() >= SHORTEST && word.length() <= LONGEST)
                .filter(word -> distance(plain, simplify(word)) <= Math.max(1, word.length() / 3))
                .min(Comparator.comparingInt(word -> distance(plain, simplify(word))));
    }

    private static String simplify(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
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
