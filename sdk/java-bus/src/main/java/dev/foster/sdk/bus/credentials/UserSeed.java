package dev.foster.sdk.bus.credentials;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * The key of a user as NATS writes it: two bytes that say whose it is, the key, and a checksum, in
 * base 32.
 */
final class UserSeed {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int LENGTH = 58;
    private static final int PREFIX_BYTES = 2;
    private static final int KEY_BYTES = 32;
    private static final int POLYNOMIAL = 0x1021;

    private UserSeed() {}

    static PrivateKey key(String seed) throws GeneralSecurityException {
        byte[] decoded = decode(seed);
        int end = PREFIX_BYTES + KEY_BYTES;
        int written = (decoded[end] & 0xff) | (decoded[end + 1] & 0xff) << 8;
        if (checksum(decoded, end) != written) {
            throw new InvalidKeyException("its checksum is wrong");
        }
        byte[] secret = Arrays.copyOfRange(decoded, PREFIX_BYTES, end);
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
    }

    private static byte[] decode(String seed) throws InvalidKeyException {
        if (seed.length() != LENGTH) {
            throw new InvalidKeyException("it is too long or too short");
        }
        byte[] decoded = new byte[LENGTH * 5 / 8];
        int bits = 0;
        int held = 0;
        int at = 0;
        for (int digit = 0; digit < LENGTH; digit++) {
            bits = bits << 5 | DIGITS.indexOf(seed.charAt(digit));
            held += 5;
            if (held >= 8) {
                held -= 8;
                decoded[at++] = (byte) (bits >> held);
            }
        }
        return decoded;
    }

    /** CRC-16 as XMODEM has it. */
    private static int checksum(byte[] data, int length) {
        int sum = 0;
        for (int at = 0; at < length; at++) {
            sum ^= (data[at] & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                sum = (sum << 1 ^ ((sum & 0x8000) == 0 ? 0 : POLYNOMIAL)) & 0xffff;
            }
        }
        return sum;
    }
}
