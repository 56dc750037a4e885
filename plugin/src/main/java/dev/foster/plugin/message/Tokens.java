package dev.foster.plugin.message;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Random words nobody can guess. */
final class Tokens {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Tokens() {}

    static String run() {
        return random(8);
    }

    static String secret() {
        return random(24);
    }

    private static String random(int bytes) {
        byte[] data = new byte[bytes];
        RANDOM.nextBytes(data);
        return HexFormat.of().formatHex(data);
    }
}
