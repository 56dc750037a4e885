package dev.foster.bench.watch;

/** Looks into answers no further than to see that they tell what was asked. */
final class Answers {
    private Answers() {}

    static int count(String answer, String word) {
        int count = 0;
        for (int at = answer.indexOf(word); at >= 0; at = answer.indexOf(word, at + 1)) {
            count++;
        }
        return count;
    }
}
