package dev.foster.plugin.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }

    /** Of a text, in lower-case hexadecimal. */
    static String of(String text) {
        return HexFormat.of().formatHex(begin().digest(text.getBytes(UTF_8)));
    }
}
