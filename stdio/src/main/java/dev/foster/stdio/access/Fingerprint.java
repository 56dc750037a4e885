package dev.foster.stdio.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What stands for a secret where it must be compared and not be known. */
final class Fingerprint {
    private static final int SHOWN_BYTES = 16;

    private Fingerprint() {}

    static String of(String secret) {
        return HexFormat.of().formatHex(digest(secret), 0, SHOWN_BYTES);
    }

    static byte[] digest(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every JDK has SHA-256", never);
        }
    }
}
