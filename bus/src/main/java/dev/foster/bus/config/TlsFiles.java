package dev.foster.bus.config;

import dev.foster.bus.broker.BrokerOptions;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificates and keys in PEM files, as NATS servers are given them. */
public final class TlsFiles {
    private static final char[] NO_PASSWORD = {};

    private TlsFiles() {}

    /**
     * What a broker shows and asks for.
     *
     * @param authority whom to trust when clients are verified; the JDK's authorities if empty
     * @throws ConfigProblem when a file cannot be used
     */
    public static BrokerOptions.Tls load(
            Path certificate, Path key, Optional<Path> authority, boolean verify) {
        Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
        PrivateKey secret = key(key);
        try {
            if (!belongTogether(chain[0].getPublicKey(), secret)) {
                throw unusable(certificate, "it does not go with " + key, null);
            }
            KeyStore store = empty();
            store.setKeyEntry("broker", secret, NO_PASSWORD, chain);
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keys.getKeyManagers(),
                    authority.isPresent() ? trust(authority.get()) : null,
                    null);
            return new BrokerOptions.Tls(context, verify);
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(certificate, "Java cannot use it: " + e.getMessage(), e);
        }
    }

    /** Found out by trying: what the one signs, the other has to recognise. */
    private static boolean belongTogether(PublicKey shown, PrivateKey secret)
            throws GeneralSecurityException {
        if (!shown.getAlgorithm().equals(secret.getAlgorithm())) {
            return false;
        }
        String algorithm =
                switch (secret.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> secret.getAlgorithm();
                };
        byte[] anything = {1, 2, 3};
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(secret);
        signing.update(anything);
        Signature checking = Signature.getInstance(algorithm);
        checking.initVerify(shown);
        checking.update(anything);
        return checking.verify(signing.sign());
    }

    private static TrustManager[] trust(Path authority)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        int number = 0;
        for (Certificate each : certificates(authority)) {
            store.setCertificateEntry("authority" + number++, each);
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw unusable(file, "there is no certificate in it", null);
            }
            return found;
        } catch (IOException e) {
            throw unusable(file, "it cannot be opened", e);
        } catch (GeneralSecurityException e) {
            throw unusable(file, "its certificates are damaged", e);
        }
    }

    private static PrivateKey key(Path file) {
        try {
            return PemKey.read(Files.readString(file));
        } catch (IOException e) {
            throw unusable(file, "it cannot be opened", e);
        } catch (GeneralSecurityException e) {
            throw new ConfigProblem(
                    "cannot use "
                            + file
                            + ": "
                            + e.getMessage()
                            + "; make one that can be used with openssl pkcs8 -topk8 -nocrypt -in "
                            + file,
                    e);
        }
    }

    private static ConfigProblem unusable(Path file, String why, @Nullable Throwable cause) {
        String text = "cannot use " + file + ": " + why + "; name another file";
        return cause == null ? new ConfigProblem(text) : new ConfigProblem(text, cause);
    }
}
