package dev.foster.stdio.access;

import dev.foster.stdio.spec.Digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who asks. Its text shows the name alone: the rest is secret, or may be.
 *
 * @param name stays the same when the credentials are renewed
 * @param bearer the token it came with, if tokens are asked for
 * @param fingerprint tells bearers apart without telling them; empty without one
 * @param environment variables for the children that serve it
 */
public record Caller(
        String name,
        Optional<String> bearer,
        String fingerprint,
        Set<String> scopes,
        Map<String, String> environment) {

    public Caller {
        scopes = Set.copyOf(scopes);
        environment = Map.copyOf(environment);
    }

    public static Caller of(
            String name,
            Optional<String> bearer,
            Set<String> scopes,
            Map<String, String> environment) {
        return new Caller(
                name,
                bearer,
                bearer.map(it -> Digest.of(it).fingerprint()).orElse(""),
                scopes,
                environment);
    }

    public static Caller named(String name) {
        return of(name, Optional.empty(), Set.of(), Map.of());
    }

    /** Everybody, where nobody is asked for a name. */
    public static Caller anonymous() {
        return named("anonymous");
    }

    /** Whether both came with the same token, or both without. */
    public boolean sameBearer(Caller other) {
        return MessageDigest.isEqual(
                fingerprint.getBytes(StandardCharsets.US_ASCII),
                other.fingerprint.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String toString() {
        return "Caller[" + name + "]";
    }
}
