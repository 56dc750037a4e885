package dev.foster.stdio.access;

import java.security.MessageDigest;

/** A secret made uniform: two of them are compared in the same time, whatever they stand for. */
final class Digest {
    private final byte[] bytes;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
    }

    static Digest of(String secret) {
        return new Digest(Fingerprint.digest(secret));
    }

    boolean isSameAs(Digest other) {
        return MessageDigest.isEqual(bytes, other.bytes);
    }
}
