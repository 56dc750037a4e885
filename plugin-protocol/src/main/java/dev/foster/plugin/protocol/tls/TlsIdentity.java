package dev.foster.plugin.protocol.tls;

import dev.foster.plugin.protocol.ProtocolException;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;

/**
 * A key and the certificate that one side shows the other, made for one run and never written to a
 * file.
 *
 * <p>The certificate is shaped like the ones Go programs make, except for the curve: P-256 instead
 * of P-521. Each side chooses its own key, Go takes both, and TLS libraries built on BoringSSL (the
 * one of Python's gRPC among them) take only the smaller.
 *
 * @param key the private key
 * @param certificate what the other side must be told
 */
public record TlsIdentity(PrivateKey key, X509Certificate certificate) {
    /** The only name in the certificate, whatever socket it is used on. */
    public static final String NAME = "localhost";

    /** For a clock that lags behind ours. */
    private static final Duration BACKDATED = Duration.ofSeconds(30);

    /** Thirty years, as in Go: longer than any plugin runs. */
    private static final Duration LIFE = Duration.ofHours(262_980);

    /** A new key and a certificate for it, signed by itself. */
    public static TlsIdentity generate() {
        return generate(Instant.now(), Curve.P256);
    }

    static TlsIdentity generate(Instant now, Curve curve) {
        try {
            var random = new SecureRandom();
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(new ECGenParameterSpec(curve.name), random);
            KeyPair pair = keys.generateKeyPair();
            byte[] algorithm = Der.sequence(Der.identifier(curve.identifier));
            byte[] body = body(pair, algorithm, new BigInteger(127, random), now);
            Signature signature = Signature.getInstance(curve.signature);
            signature.initSign(pair.getPrivate(), random);
            signature.update(body);
            byte[] whole = Der.sequence(body, algorithm, Der.bits(0, signature.sign()));
            var certificate =
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509")
                                    .generateCertificate(new ByteArrayInputStream(whole));
            return new TlsIdentity(pair.getPrivate(), certificate);
        } catch (GeneralSecurityException unavailable) {
            throw new ProtocolException(
                    new TlsProblem.Unavailable("make a certificate", unavailable.toString()),
                    unavailable);
        }
    }

    /** Whether it was there at this time, by the clock it was made by. */
    boolean madeBy(Instant time) {
        return !certificate.getNotBefore().toInstant().isAfter(time.minus(BACKDATED));
    }

    private static byte[] body(KeyPair pair, byte[] algorithm, BigInteger random, Instant now) {
        byte[] name =
                Der.sequence(
                        Der.set(Der.sequence(Der.identifier("2.5.4.10"), Der.utf8("Foster"))),
                        Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.utf8(NAME))));
        return Der.sequence(
                Der.numbered(0, true, Der.integer(BigInteger.TWO)), // version 3
                Der.integer(random.add(BigInteger.ONE)), // a serial number is positive
                algorithm,
                name,
                Der.sequence(Der.time(now.minus(BACKDATED)), Der.time(now.plus(LIFE))),
                name,
                pair.getPublic().getEncoded(),
                Der.numbered(3, true, CertificateExtensions.all(NAME)));
    }

    /** The curves that peers use, with the signature that goes with each. */
    enum Curve {
        P256("secp256r1", "SHA256withECDSA", "1.2.840.10045.4.3.2"),
        P521("secp521r1", "SHA512withECDSA", "1.2.840.10045.4.3.4");

        private final String name;
        private final String signature;
        private final String identifier;

        Curve(String name, String signature, String identifier) {
            this.name = name;
            this.signature = signature;
            this.identifier = identifier;
        }
    }
}
