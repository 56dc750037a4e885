package dev.foster.bus.config;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private key in PEM: PKCS#8, or as older tools write them, PKCS#1 of RSA and SEC1 of elliptic
 * curves. Java reads only the first; the others are put into its wrapping.
 */
final class PemKey {
    private static final Pattern KEY =
            Pattern.compile(
                    "-----BEGIN ((?:RSA |EC )?)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)"
                            + "-----END \\1PRIVATE KEY-----");
    private static final Pattern LOCKED = Pattern.compile("ENCRYPTED");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int OBJECT = 0x06;
    private static final int SEQUENCE = 0x30;
    private static final int PARAMETERS = 0xa0;
    private static final byte[] VERSION = {INTEGER, 1, 0};
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private PemKey() {}

    static PrivateKey read(String text) throws GeneralSecurityException {
        Matcher pem = KEY.matcher(text);
        if (!pem.find()) {
            throw new InvalidKeyException(
                    LOCKED.matcher(text).find()
                            ? "its private key is locked with a password"
                            : "there is no private key in it");
        }
        byte[] key;
        try {
            key = Base64.getMimeDecoder().decode(pem.group(2));
        } catch (IllegalArgumentException e) {
            throw new InvalidKeyException("its private key is damaged", e);
        }
        return switch (pem.group(1)) {
            case "RSA " -> decoded("RSA", wrapped(RSA, key)).orElseThrow(PemKey::damaged);
            case "EC " ->
                    decoded("EC", wrapped(der(SEQUENCE, EC, curve(key)), key))
                            .orElseThrow(PemKey::damaged);
            default -> any(key);
        };
    }

    private static PrivateKey any(byte[] key) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            Optional<PrivateKey> decoded = decoded(algorithm, key);
            if (decoded.isPresent()) {
                return decoded.get();
            }
        }
        throw new InvalidKeyException("its private key is none of RSA, EC or EdDSA");
    }

    private static InvalidKeyException damaged() {
        return new InvalidKeyException("its private key is damaged");
    }

    /** The key, if it is one of this algorithm. */
    private static Optional<PrivateKey> decoded(String algorithm, byte[] key)
            throws GeneralSecurityException {
        try {
            return Optional.of(
                    KeyFactory.getInstance(algorithm)
                            .generatePrivate(new PKCS8EncodedKeySpec(key)));
        } catch (InvalidKeySpecException another) {
            return Optional.empty();
        }
    }

    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return der(SEQUENCE, VERSION, algorithm, der(OCTETS, key));
    }

    /**
     * The name of the curve, which stands within the key: a version, the number itself, and then
     * this.
     */
    private static byte[] curve(byte[] key) throws InvalidKeyException {
        try {
            int at = content(key, 0, SEQUENCE);
            at = end(key, at, INTEGER);
            at = end(key, at, OCTETS);
            int name = content(key, at, PARAMETERS);
            return Arrays.copyOfRange(key, name, end(key, name, OBJECT));
        } catch (IndexOutOfBoundsException e) {
            throw new InvalidKeyException("its private key does not name its curve", e);
        }
    }

    private static int content(byte[] der, int at, int tag) throws InvalidKeyException {
        if ((der[at] & 0xff) != tag) {
            throw new InvalidKeyException("its private key does not name its curve");
        }
        int length = der[at + 1] & 0xff;
        return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
    }

    private static int end(byte[] der, int at, int tag) throws InvalidKeyException {
        int content = content(der, at, tag);
        int length = der[at + 1] & 0xff;
        if (length >= 0x80) {
            length = 0;
            for (int index = at + 2; index < content; index++) {
                length = (length << 8) | (der[index] & 0xff);
            }
        }
        int end = content + length;
        if (length < 0 || end > der.length) {
            throw new InvalidKeyException("its private key is damaged");
        }
        return end;
    }

    private static byte[] der(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        var whole = new ByteArrayOutputStream();
        whole.write(tag);
        if (length < 0x80) {
            whole.write(length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
            whole.write(0x80 | bytes);
            for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
                whole.write(length >> shift);
            }
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
