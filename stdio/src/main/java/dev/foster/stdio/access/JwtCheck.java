package dev.foster.stdio.access;

import dev.foster.stdio.spec.Digest;
import dev.foster.stdio.spec.JwtRules;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tells good tokens from others. A signature costs more than the rest of a call, so those that were
 * found good are remembered, by their fingerprint and only for the keys they were checked with; all
 * that depends on the time and on what is asked for is looked at each time.
 */
final class JwtCheck {
    private static final int MOST_REMEMBERED = 4096;

    private record Remembered(Claims claims, long edition) {}

    private final JwtRules rules;
    private final KeySet keys;
    private final InstantSource clock;
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

    /**
     * @param ticker any clock that only goes forward, in nanoseconds
     */
    JwtCheck(JwtRules rules, InstantSource clock, LongSupplier ticker) {
        this.rules = rules;
        this.keys = new KeySet(rules.keys(), ticker);
        this.clock = clock;
    }

    /**
     * The caller a token stands for.
     *
     * @param resource the address of what is asked for, if we know it by ourselves
     */
    Caller caller(String token, Optional<String> resource) throws JwtProblem {
        Claims claims = believed(token);
        if (!claims.issuer().equals(rules.issuer())) {
            throw JwtProblem.invalid("another issuer has made it");
        }
        checkTime(claims);
        Set<String> audiences = claims.audiences();
        if (resource.filter(audiences::contains).isEmpty()
                && rules.audiences().stream().noneMatch(audiences::contains)) {
            throw JwtProblem.invalid("it is meant for somebody else");
        }
        String subject =
                claims.subject()
                        .orElseThrow(() -> JwtProblem.invalid("it does not say whom it is for"));
        Set<String> scopes = claims.scopes();
        List<String> missing = new ArrayList<>(rules.scopes());
        missing.removeAll(scopes);
        if (!missing.isEmpty()) {
            missing.sort(null);
            throw JwtProblem.tooLittle("it lacks the scope " + String.join(" ", missing));
        }
        return Caller.of(rules.issuer() + "|" + subject, Optional.of(token), scopes, Map.of());
    }

    private void checkTime(Claims claims) throws JwtProblem {
        double now = clock.millis() / 1000.0;
        double leeway = rules.leeway().toMillis() / 1000.0;
        double expiry =
                claims.seconds("exp")
                        .orElseThrow(() -> JwtProblem.invalid("it does not say when it expires"));
        if (now >= expiry + leeway) {
            throw JwtProblem.invalid("it has expired");
        }
        if (claims.has("nbf")
                && now + leeway < claims.seconds("nbf").orElse(Double.POSITIVE_INFINITY)) {
            throw JwtProblem.invalid("it is not valid yet");
        }
    }

    /** What a token says, if the issuer has signed it. */
    private Claims believed(String token) throws JwtProblem {
        String fingerprint = Digest.of(token).fingerprint();
        Remembered known = remembered.get(fingerprint);
        if (known != null && known.edition() == keys.current().number()) {
            return known.claims();
        }
        Jwt jwt = Jwt.parse(token);
        if (!jwt.claims().issuer().equals(rules.issuer())) {
            // Before the signature: a stranger's token should not make us fetch keys.
            throw JwtProblem.invalid("another issuer has made it");
        }
        KeySet.Edition edition = keys.holding(jwt.keyId(), jwt.algorithm());
        List<JsonWebKey> candidates = edition.candidates(jwt.keyId(), jwt.algorithm());
        if (candidates.isEmpty()) {
            throw JwtProblem.invalid("the issuer has no such key, or its keys cannot be read");
        }
        if (candidates.stream().noneMatch(jwt::isSignedWith)) {
            throw JwtProblem.invalid("its signature is wrong");
        }
        if (remembered.size() >= MOST_REMEMBERED) {
            remembered.clear();
        }
        remembered.put(fingerprint, new Remembered(jwt.claims(), edition.number()));
        return jwt.claims();
    }
}
