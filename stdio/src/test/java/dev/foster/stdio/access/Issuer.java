package dev.foster.stdio.access;

import dev.foster.json.JsonText;

import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes keys, and tokens signed with them. */
final class Issuer {
    static final String NAME = "https://login.example.org";
    static final URI PUBLIC = URI.create("http://localhost:8080");
    static final String RESOURCE = "http://localhost:8080/mcp/files";

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private Issuer() {}

    static KeyPair keys(String algorithm) {
        try {
            KeyPairGenerator generator;
            switch (algorithm) {
                case "ES256", "ES384" -> {
                    generator = KeyPairGenerator.getInstance("EC");
                    generator.initialize(
                            new ECGenParameterSpec(
                                    algorithm.equals("ES256") ? "secp256r1" : "secp384r1"));
                }
                case "EdDSA" -> generator = KeyPairGenerator.getInstance("Ed25519");
                default -> {
                    generator = KeyPairGenerator.getInstance("RSA");
                    generator.initialize(2048);
                }
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException never) {
            throw new AssertionError(never);
        }
    }

    static Map<String, Object> publicKey(String id, KeyPair pair) {
        var key = new LinkedHashMap<String, Object>();
        key.put("kid", id);
        switch (pair.getPublic()) {
            case RSAPublicKey rsa -> {
                key.put("kty", "RSA");
                key.put("n", number(rsa.getModulus(), 0));
                key.put("e", number(rsa.getPublicExponent(), 0));
            }
            case ECPublicKey curve -> {
                int bits = curve.getParams().getCurve().getField().getFieldSize();
                key.put("kty", "EC");
                key.put("crv", "P-" + bits);
                key.put("x", number(curve.getW().getAffineX(), bits / 8));
                key.put("y", number(curve.getW().getAffineY(), bits / 8));
            }
            case EdECPublicKey edwards -> {
                byte[] encoded = edwards.getEncoded();
                byte[] last = new byte[32];
                System.arraycopy(encoded, encoded.length - 32, last, 0, 32);
                key.put("kty", "OKP");
                key.put("crv", "Ed25519");
                key.put("x", BASE64.encodeToString(last));
            }
            default -> throw new AssertionError(pair.getPublic().getAlgorithm());
        }
        return key;
    }

    private static String number(BigInteger value, int length) {
        byte[] bytes = value.toByteArray();
        int skip = bytes[0] == 0 ? 1 : 0;
        int size = Math.max(length, bytes.length - skip);
        byte[] plain = new byte[size];
        System.arraycopy(bytes, skip, plain, size - (bytes.length - skip), bytes.length - skip);
        return BASE64.encodeToString(plain);
    }

    static String keySet(List<Map<String, Object>> keys) {
        return JsonText.write(Map.of("keys", keys));
    }

    /** Good claims, until 1000 seconds after the epoch. */
    static Map<String, Object> claims() {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", NAME);
        claims.put("sub", "alice");
        claims.put("aud", RESOURCE);
        claims.put("exp", 1000L);
        claims.put("scope", "mcp:read mcp:write");
        return claims;
    }

    static Map<String, Object> head(String algorithm, String keyId) {
        var head = new LinkedHashMap<String, Object>();
        head.put("alg", algorithm);
        head.put("typ", "JWT");
        head.put("kid", keyId);
        return head;
    }

    static String unsigned(Map<String, Object> head, Map<String, Object> claims) {
        return part(JsonText.write(head)) + "." + part(JsonText.write(claims));
    }

    static String part(String text) {
        return part(text.getBytes(StandardCharsets.UTF_8));
    }

    static String part(byte[] bytes) {
        return BASE64.encodeToString(bytes);
    }

    static String token(
            String algorithm, String keyId, PrivateKey key, Map<String, Object> claims) {
        return signed(algorithm, key, unsigned(head(algorithm, keyId), claims));
    }

    static String signed(String algorithm, PrivateKey key, String text) {
        try {
            Signature signature =
                    Signature.getInstance(
                            switch (algorithm) {
                                case "RS256" -> "SHA256withRSA";
                                case "RS384" -> "SHA384withRSA";
                                case "RS512" -> "SHA512withRSA";
                                case "PS256" -> "RSASSA-PSS";
                                case "ES256" -> "SHA256withECDSAinP1363Format";
                                case "ES384" -> "SHA384withECDSAinP1363Format";
                                default -> "Ed25519";
                            });
            if (algorithm.equals("PS256")) {
                signature.setParameter(
                        new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
            }
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + part(signature.sign());
        } catch (GeneralSecurityException never) {
            throw new AssertionError(never);
        }
    }
}
