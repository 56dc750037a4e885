package dev.foster.stdio.spec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What stands for a secret where it must be compared and not be known. Two of them are compared in
 * the same time, whatever they stand for.
 */
public final class Digest {
    private static final int SHOWN_BYTES = 16;

    private final byte[] bytes;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Digest of(String secret) {
        try {
            return new Digest(
                    MessageDigest.getInstance("SHA-256")
                            .digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every JDK has SHA-256", never);
        }
    }

    public boolean isSameAs(Digest other) {
        return MessageDigest.isEqual(bytes, other.bytes);
    }

    /** Enough of it to tell secrets apart, as text. */
    public String fingerprint() {
        return HexFormat.of().formatHex(bytes, 0, SHOWN_BYTES);
    }
}
