package dev.foster.http;

import java.security.SecureRandom;
import java.util.Base64;

/** Words nobody can guess: tokens, ids of sessions. */
public final class RandomWord {
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomWord() {}

    /**
     * So many random bytes, in characters that fit into headers and addresses. People give such
     * words to commands, so none looks like an option.
     */
    public static String ofBytes(int count) {
        byte[] bytes = new byte[count];
        String word;
        do {
            RANDOM.nextBytes(bytes);
            word = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } while (word.startsWith("-"));
        return word;
    }
}
