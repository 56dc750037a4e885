package dev.foster.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant to write. */
final class Nearest {
    private Nearest() {}

    /** The word that differs least, if it does not differ too much. */
    static Optional<String> of(String written, Collection<String> known) {
        int most = Math.max(1, written.length() / 3);
        return known.stream()
                .filter(word -> word.length() > 2 && distance(written, word) <= most)
                .min(Comparator.comparingInt(word -> distance(written, word)));
    }

    /** How many letters must be added, removed or replaced. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
