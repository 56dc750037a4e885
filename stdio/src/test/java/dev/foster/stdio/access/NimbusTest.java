package dev.foster.stdio.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;

import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tokens and keys as a library makes them that many issuers use, and its verdict beside ours on
 * what was changed afterwards; {@code -Dfoster.fuzz.seed=N} makes the same changes again.
 */
class NimbusTest {
    private static final String KEY = "2026";
    private static final int CHANGES = 400;
    private static final String LETTERS = "Aaz09-_.=+/ \n\u00e4";

    /** Nimbus passes over what is no base64url: other signs, or one left over. We refuse it. */
    private static final String PART = "([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{2,3})?";

    private static final Pattern CLEAN = Pattern.compile(PART + "\\." + PART + "\\." + PART);

    @TempDir private Path folder;

    private static JWK key(String algorithm) throws JOSEException {
        return switch (algorithm) {
            case "ES256" -> new ECKeyGenerator(Curve.P_256).keyID(KEY).generate();
            case "ES384" -> new ECKeyGenerator(Curve.P_384).keyID(KEY).generate();
            default -> new RSAKeyGenerator(2048).keyID(KEY).generate();
        };
    }

    private static String token(String algorithm, JWK key) throws JOSEException {
        JWSSigner signer =
                key instanceof ECKey curve
                        ? new ECDSASigner(curve)
                        : new RSASSASigner(key.toRSAKey());
        var token =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.parse(algorithm)).keyID(KEY).build(),
                        new JWTClaimsSet.Builder()
                                .issuer(Issuer.NAME)
                                .subject("alice")
                                .audience(Issuer.RESOURCE)
                                .expirationTime(Date.from(Instant.EPOCH.plusSeconds(1000)))
                                .build());
        token.sign(signer);
        return token.serialize();
    }

    private RequestGuard door(JWK key) throws IOException {
        Path file =
                Files.writeString(folder.resolve("keys"), new JWKSet(key.toPublicJWK()).toString());
        return RequestGuard.of(
                HostPolicy.loopback().publicUrl(Issuer.PUBLIC),
                Credentials.jwt(JwtRules.of(Issuer.NAME, new KeySource.InFile(file))),
                Set.of(),
                () -> Instant.EPOCH.plusSeconds(500));
    }

    private static boolean isGoodToUs(RequestGuard guard, String token) {
        return guard.enter(Asked.bearing(token), Asked.PATH) instanceof AccessDecision.Admitted;
    }

    private static boolean isGoodToNimbus(JWK key, String token) {
        try {
            JWSVerifier verifier =
                    key instanceof RSAKey rsa
                            ? new RSASSAVerifier(rsa.toRSAPublicKey())
                            : new ECDSAVerifier(key.toECKey().toECPublicKey());
            return SignedJWT.parse(token).verify(verifier);
        } catch (ParseException | JOSEException refused) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "ES256", "ES384"})
    void whatNimbusSignsIsGoodAndWhatIsChangedIsGoodToBothOrNeither(String algorithm)
            throws JOSEException, IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        System.out.println("changed tokens; -Dfoster.fuzz.seed=" + seed + " does the same again");
        var random = new Random(seed);
        JWK key = key(algorithm);
        String token = token(algorithm, key);
        RequestGuard guard = door(key);
        assertThat(Asked.admitted(guard.enter(Asked.bearing(token), Asked.PATH)).name())
                .isEqualTo(Issuer.NAME + "|alice");
        for (int i = 0; i < CHANGES; i++) {
            String changed = changed(token, random);
            boolean good = isGoodToUs(guard, changed);
            if (good || CLEAN.matcher(changed).matches()) {
                assertThat(good)
                        .as("seed %d: %s", seed, changed)
                        .isEqualTo(isGoodToNimbus(key, changed));
            }
        }
    }

    private static String changed(String token, Random random) {
        var changed = new StringBuilder(token);
        // Mostly where the signature is: whatever else changes makes it wrong.
        int from = random.nextInt(4) == 0 ? 0 : token.lastIndexOf('.') - 2;
        int at = from + random.nextInt(token.length() - from);
        if (random.nextInt(6) == 0) {
            at = token.length() - 1;
        }
        char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
        switch (random.nextInt(3)) {
            case 0 -> changed.setCharAt(at, letter);
            case 1 -> changed.insert(at, letter);
            default -> changed.deleteCharAt(at);
        }
        return changed.toString();
    }
}
