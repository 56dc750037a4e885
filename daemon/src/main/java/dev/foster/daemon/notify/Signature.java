package dev.foster.daemon.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** By which a receiver knows that a message is ours, and not an old one that somebody kept. */
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * The value of the header.
     *
     * @param time when it is sent, in seconds since 1970
     */
    static String of(String secret, long time, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + time + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
