package dev.foster.sdk.bus.credentials;

import io.nats.client.AuthHandler;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code .creds} file: a token that says who one is, and the key that proves it. The JDK signs:
 * what the client of NATS would do it with is a library of 7 MB.
 */
public final class CredentialsFile implements AuthHandler {
    private static final Pattern TOKEN =
            Pattern.compile("-+BEGIN NATS USER JWT-+\\s+(\\S+)\\s+-+END NATS USER JWT-+");
    private static final Pattern SEED =
            Pattern.compile("-+BEGIN USER NKEY SEED-+\\s+(SU[A-Z2-7]+)\\s+-+END USER NKEY SEED-+");

    private final char[] token;
    private final PrivateKey key;

    private CredentialsFile(String token, PrivateKey key) {
        this.token = token.toCharArray();
        this.key = key;
    }

    /**
     * Reads one.
     *
     * @throws IOException when it cannot be used; its message says so to people
     */
    public static CredentialsFile read(Path file) throws IOException {
        try {
            String text = Files.readString(file);
            Matcher token = TOKEN.matcher(text);
            Matcher seed = SEED.matcher(text);
            if (token.find() && seed.find()) {
                return new CredentialsFile(token.group(1), UserSeed.key(seed.group(1)));
            }
        } catch (IOException unreadable) {
            throw unusable(file, "it cannot be read", unreadable);
        } catch (GeneralSecurityException damaged) {
            throw unusable(file, "its key is damaged", damaged);
        }
        throw unusable(file, "it has no user's token and seed", null);
    }

    private static IOException unusable(Path file, String why, @Nullable Exception cause) {
        return new IOException("cannot use " + file + ": " + why, cause);
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
