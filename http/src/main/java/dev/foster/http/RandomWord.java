package dev.foster.http;

import java.security.SecureRandom;
import java.util.Base64;

/** Words nobody can guess: tokens, ids of sessions. */
public final class RandomWord {
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomWord() {}

    /** So many random bytes, in characters that fit into headers and addresses. */
    public static String ofBytes(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
