package dev.foster.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.util.Arrays;
import java.util.Base64;

/**
 * An operator of NATS with one account, whose users come in with a token and a key. Made as the
 * tools of NATS make them, with what the JDK has.
 */
public final class NatsAccounts {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int SEED = 18 << 3;
    private static final String NO_LIMITS =
            "\"subs\":-1,\"data\":-1,\"payload\":-1,\"imports\":-1,\"exports\":-1,\"conn\":-1,\"leaf\":-1";

    private final Owner operator = Owner.make(14 << 3);
    private final Owner account = Owner.make(0);

    private NatsAccounts() {}

    public static NatsAccounts make() {
        return new NatsAccounts();
    }

    /** Whoever has a key; the mark is what the names of its kind begin with. */
    private record Owner(int mark, KeyPair keys) {
        static Owner make(int mark) {
            try {
                return new Owner(mark, KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        String name() {
            byte[] encoded = keys.getPublic().getEncoded();
            var bytes = new ByteArrayOutputStream();
            bytes.write(mark);
            bytes.writeBytes(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
            return checked(bytes);
        }

        String seed() {
            var bytes = new ByteArrayOutputStream();
            bytes.write(SEED | mark >> 5);
            bytes.write((mark & 31) << 3);
            bytes.writeBytes(((EdECPrivateKey) keys.getPrivate()).getBytes().orElseThrow());
            return checked(bytes);
        }

        /** Says something about another, and signs it. */
        String signed(Owner about, String called, String claims) {
            String head = encoded("{\"typ\":\"JWT\",\"alg\":\"ed25519-nkey\"}");
            String body =
                    encoded(
                            """
                            {"jti":"%s","iat":%d,"iss":"%s","name":"%s","sub":"%s","nats":{%s,"version":2}}
                            """
                                    .formatted(
                                            called,
                                            System.currentTimeMillis() / 1000 - 60,
                                            name(),
                                            called,
                                            about.name(),
                                            claims));
            try {
                Signature signature = Signature.getInstance("Ed25519");
                signature.initSign(keys.getPrivate());
                signature.update((head + "." + body).getBytes(US_ASCII));
                return head + "." + body + "." + encoded(signature.sign());
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** What a server of this operator has in its configuration. */
    public String configuration() {
        String about = operator.signed(operator, "operator", "\"type\":\"operator\"");
        String members =
                operator.signed(
                        account,
                        "account",
                        "\"limits\":{" + NO_LIMITS + ",\"wildcards\":true},\"type\":\"account\"");
        return "operator: %s\nresolver: MEMORY\nresolver_preload: {%s: %s}\n"
                .formatted(about, account.name(), members);
    }

    /** A file with the credentials of a new user of the account. */
    public String user(String called) {
        Owner user = Owner.make(20 << 3);
        String token =
                account.signed(
                        user,
                        called,
                        "\"pub\":{},\"sub\":{},\"subs\":-1,\"data\":-1,\"payload\":-1,\"type\":\"user\"");
        return "-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n\n"
                        .formatted(token)
                + "-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n"
                        .formatted(user.seed());
    }

    private static String encoded(String text) {
        return encoded(text.strip().getBytes(UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** With a checksum behind it, in base 32. */
    private static String checked(ByteArrayOutputStream bytes) {
        int sum = 0;
        for (byte each : bytes.toByteArray()) {
            sum ^= (each & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                sum = (sum << 1 ^ ((sum & 0x8000) == 0 ? 0 : 0x1021)) & 0xffff;
            }
        }
        bytes.write(sum);
        bytes.write(sum >> 8);
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte each : bytes.toByteArray()) {
            bits = bits << 8 | (each & 0xff);
            held += 8;
            while (held >= 5) {
                held -= 5;
                text.append(DIGITS.charAt(bits >> held & 31));
            }
        }
        return held == 0
                ? text.toString()
                : text.append(DIGITS.charAt(bits << (5 - held) & 31)).toString();
    }
}
