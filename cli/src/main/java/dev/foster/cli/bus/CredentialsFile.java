package dev.foster.cli.bus;

import dev.foster.cli.ExitCodes;

import io.nats.client.AuthHandler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code .creds} file: a token that says who one is, and the key that proves it. The JDK signs,
 * so that no library has to come along for it.
 */
final class CredentialsFile implements AuthHandler {
    private static final Pattern TOKEN =
            Pattern.compile("-+BEGIN NATS USER JWT-+\\s+(\\S+)\\s+-+END NATS USER JWT-+");
    private static final Pattern SEED =
            Pattern.compile(
                    "-+BEGIN USER NKEY SEED-+\\s+(SU[A-Z2-7]{56})\\s+-+END USER NKEY SEED-+");
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int PREFIX_BYTES = 2;
    private static final int KEY_BYTES = 32;

    private final char[] token;
    private final PrivateKey key;

    private CredentialsFile(String token, PrivateKey key) {
        this.token = token.toCharArray();
        this.key = key;
    }

    static CredentialsFile read(Path file) {
        try {
            String text = Files.readString(file);
            Matcher token = TOKEN.matcher(text);
            Matcher seed = SEED.matcher(text);
            if (token.find() && seed.find()) {
                return new CredentialsFile(token.group(1), key(seed.group(1)));
            }
        } catch (IOException unreadable) {
            throw unusable(file, "it cannot be read");
        } catch (GeneralSecurityException damaged) {
            throw unusable(file, "its key is damaged");
        }
        throw unusable(file, "it has no user's token and seed");
    }

    private static BusProblem unusable(Path file, String why) {
        return new BusProblem(
                ExitCodes.USAGE, "cannot use " + file + ": " + why + "; name another with --creds");
    }

    /** A seed is two bytes that say whose it is, the key, and a checksum, in base 32. */
    private static PrivateKey key(String seed) throws GeneralSecurityException {
        byte[] decoded = new byte[seed.length() * 5 / 8];
        int bits = 0;
        int held = 0;
        int at = 0;
        for (int digit = 0; digit < seed.length(); digit++) {
            bits = bits << 5 | DIGITS.indexOf(seed.charAt(digit));
            held += 5;
            if (held >= 8) {
                held -= 8;
                decoded[at++] = (byte) (bits >> held);
            }
        }
        byte[] secret = Arrays.copyOfRange(decoded, PREFIX_BYTES, PREFIX_BYTES + KEY_BYTES);
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
    }

    @Override
    public byte[] sign(byte[] nonce) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(nonce);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("cannot sign: " + impossible.getMessage(), impossible);
        }
    }

    /** The token says whose key it is. */
    @Override
    public char[] getID() {
        return new char[0];
    }

    @Override
    public char[] getJWT() {
        return token.clone();
    }
}
