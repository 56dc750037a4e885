package dev.foster.stdio.access;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Optional;

/**
 * A way to sign that is taken here. Those that are not (no signature at all, or one made with a
 * secret that the signer shares with us) have no name in this list, so no token can ask for them.
 */
enum JwtAlgorithm {
    RS256("RS256", "RSA", "SHA256withRSA", 0),
    RS384("RS384", "RSA", "SHA384withRSA", 0),
    RS512("RS512", "RSA", "SHA512withRSA", 0),
    PS256("PS256", "RSA", "RSASSA-PSS", 0),
    ES256("ES256", "P-256", "SHA256withECDSAinP1363Format", 64),
    ES384("ES384", "P-384", "SHA384withECDSAinP1363Format", 96),
    EDDSA("EdDSA", "Ed25519", "Ed25519", 64);

    private static final int SALT_BYTES = 32;

    private final String name;
    private final String keys;
    private final String signature;
    private final int signatureBytes;

    JwtAlgorithm(String name, String keys, String signature, int signatureBytes) {
        this.name = name;
        this.keys = keys;
        this.signature = signature;
        this.signatureBytes = signatureBytes;
    }

    static Optional<JwtAlgorithm> named(String name) {
        return Arrays.stream(values()).filter(each -> each.name.equals(name)).findFirst();
    }

    /** Whether a key of this kind is made for it, and was not made for another. */
    boolean takes(JsonWebKey key) {
        return key.kind().equals(keys) && key.algorithm().filter(it -> !it.equals(name)).isEmpty();
    }

    boolean verifies(PublicKey key, byte[] signed, byte[] with) {
        if (signatureBytes > 0 && with.length != signatureBytes) {
            return false;
        }
        try {
            Signature check = Signature.getInstance(signature);
            if (this == PS256) {
                check.setParameter(
                        new PSSParameterSpec(
                                "SHA-256",
                                "MGF1",
                                MGF1ParameterSpec.SHA256,
                                SALT_BYTES,
                                PSSParameterSpec.TRAILER_FIELD_BC));
            }
            check.initVerify(key);
            check.update(signed);
            return check.verify(with);
        } catch (GeneralSecurityException notASignature) {
            return false;
        }
    }
}
