package dev.foster.stdio.access;

import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A signed token, taken apart and not yet believed.
 *
 * @param keyId which key it says it was signed with
 * @param signed the part that the signature is for
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
record Jwt(
        JwtAlgorithm algorithm,
        Optional<String> keyId,
        Claims claims,
        byte[] signed,
        byte[] signature) {
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

    static Jwt parse(String token) throws JwtProblem {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            throw JwtProblem.invalid("it is not a signed JWT");
        }
        Map<String, Object> header = object(parts[0]);
        String type = text(header, "typ").orElse("JWT").toLowerCase(Locale.ROOT);
        if (!TYPES.contains(type)) {
            throw JwtProblem.invalid("it is a token of another type");
        }
        if (header.containsKey("crit")) {
            throw JwtProblem.invalid("it asks for extensions that are not known here");
        }
        JwtAlgorithm algorithm =
                text(header, "alg")
                        .flatMap(JwtAlgorithm::named)
                        .orElseThrow(
                                () -> JwtProblem.invalid("its algorithm is not accepted here"));
        return new Jwt(
                algorithm,
                text(header, "kid"),
                new Claims(object(parts[1])),
                (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII),
                bytes(parts[2]));
    }

    boolean isSignedWith(JsonWebKey key) {
        return algorithm.verifies(key.key(), signed, signature);
    }

    private static Map<String, Object> object(String part) throws JwtProblem {
        try {
            return JsonText.parseObject(bytes(part));
        } catch (JsonProblem notJson) {
            throw JwtProblem.invalid("it is not a signed JWT");
        }
    }

    private static byte[] bytes(String part) throws JwtProblem {
        try {
            if (part.isEmpty() || part.endsWith("=")) {
                throw JwtProblem.invalid("it is not a signed JWT");
            }
            return Base64.getUrlDecoder().decode(part);
        } catch (IllegalArgumentException notBase64) {
            throw JwtProblem.invalid("it is not a signed JWT");
        }
    }

    private static Optional<String> text(Map<String, Object> members, String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
