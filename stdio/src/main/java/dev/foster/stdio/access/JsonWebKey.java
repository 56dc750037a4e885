package dev.foster.stdio.access;

import dev.foster.json.JsonText;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A public key of an issuer.
 *
 * @param id how tokens name it
 * @param kind RSA, or the curve it is of
 * @param algorithm the only one it may be used with, if its owner says so
 */
record JsonWebKey(Optional<String> id, String kind, Optional<String> algorithm, PublicKey key) {
    private static final int MOST_KEYS = 100;
    private static final int FEWEST_RSA_BITS = 2048;
    private static final int MOST_RSA_BITS = 8192;
    private static final int ED25519_BYTES = 32;

    /** The keys of a set that can be used here; the others are none of our business. */
    static List<JsonWebKey> all(byte[] json) {
        var keys = new ArrayList<JsonWebKey>();
        if (JsonText.parseObject(json).get("keys") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> members && keys.size() < MOST_KEYS) {
                    of(members).ifPresent(keys::add);
                }
            }
        }
        return List.copyOf(keys);
    }

    private static Optional<JsonWebKey> of(Map<?, ?> members) {
        if (!text(members, "use").orElse("sig").equals("sig")) {
            return Optional.empty();
        }
        try {
            String type = text(members, "kty").orElse("");
            String curve = text(members, "crv").orElse("");
            Optional<PublicKey> key =
                    switch (type) {
                        case "RSA" -> rsa(members);
                        case "EC" -> elliptic(members, curve);
                        case "OKP" -> edwards(members, curve);
                        default -> Optional.empty();
                    };
            String kind = type.equals("RSA") ? type : curve;
            return key.map(
                    it -> new JsonWebKey(text(members, "kid"), kind, text(members, "alg"), it));
        } catch (GeneralSecurityException | IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    private static Optional<PublicKey> rsa(Map<?, ?> members) throws GeneralSecurityException {
        BigInteger modulus = number(members, "n");
        BigInteger exponent = number(members, "e");
        if (modulus.bitLength() < FEWEST_RSA_BITS
                || modulus.bitLength() > MOST_RSA_BITS
                || exponent.bitLength() > Integer.SIZE
                || exponent.compareTo(BigInteger.TWO) <= 0) {
            return Optional.empty();
        }
        return Optional.of(
                KeyFactory.getInstance("RSA")
                        .generatePublic(new RSAPublicKeySpec(modulus, exponent)));
    }

    private static Optional<PublicKey> elliptic(Map<?, ?> members, String curve)
            throws GeneralSecurityException {
        String name;
        switch (curve) {
            case "P-256" -> name = "secp256r1";
            case "P-384" -> name = "secp384r1";
            default -> {
                return Optional.empty();
            }
        }
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(name));
        var point = new ECPoint(number(members, "x"), number(members, "y"));
        return Optional.of(
                KeyFactory.getInstance("EC")
                        .generatePublic(
                                new ECPublicKeySpec(
                                        point,
                                        parameters.getParameterSpec(ECParameterSpec.class))));
    }

    private static Optional<PublicKey> edwards(Map<?, ?> members, String curve)
            throws GeneralSecurityException {
        byte[] bytes = bytes(members, "x");
        if (!curve.equals("Ed25519") || bytes.length != ED25519_BYTES) {
            return Optional.empty();
        }
        // The number is written with its lowest byte first; the highest bit tells the sign of x.
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = bytes[bytes.length - 1 - i];
        }
        boolean odd = turned[0] < 0;
        turned[0] &= 0x7f;
        var point = new EdECPoint(odd, new BigInteger(1, turned));
        return Optional.of(
                KeyFactory.getInstance("Ed25519")
                        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point)));
    }

    private static BigInteger number(Map<?, ?> members, String name) {
        return new BigInteger(1, bytes(members, name));
    }

    private static byte[] bytes(Map<?, ?> members, String name) {
        return Base64.getUrlDecoder().decode(text(members, name).orElse(""));
    }

    private static Optional<String> text(Map<?, ?> members, String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
