package dev.foster.plugin.protocol.tls;

import dev.foster.plugin.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;

/**
 * The two written forms of a certificate: PEM, in which a host gives its own to the plugin, and one
 * line of base64 without padding, in which the plugin answers.
 */
public final class CertificateText {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";
    private static final int LINE = 64;

    private CertificateText() {}

    /** PEM with lines of 64 characters and an end of line at the end. */
    public static String pem(X509Certificate certificate) {
        String body =
                Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der(certificate));
        return BEGIN + "\n" + body + "\n" + END + "\n";
    }

    /** Base64 of the usual alphabet, in one line, not padded. */
    public static String line(X509Certificate certificate) {
        return Base64.getEncoder().withoutPadding().encodeToString(der(certificate));
    }

    /**
     * Reads the first certificate of a PEM text.
     *
     * @param where what the text is, for the error
     * @throws ProtocolException with {@link TlsProblem.BadCertificate}
     */
    public static X509Certificate fromPem(String where, String text) {
        int begin = text.indexOf(BEGIN);
        int end = begin < 0 ? -1 : text.indexOf(END, begin);
        if (end < 0) {
            throw bad(where, "there is no \"" + BEGIN + "\" with its end", null);
        }
        String body = text.substring(begin + BEGIN.length(), end);
        try {
            return read(where, Base64.getMimeDecoder().decode(body));
        } catch (IllegalArgumentException notBase64) {
            throw bad(where, String.valueOf(notBase64.getMessage()), notBase64);
        }
    }

    /**
     * Reads the one-line form.
     *
     * @param where what the text is, for the error
     * @throws ProtocolException with {@link TlsProblem.BadCertificate}
     */
    public static X509Certificate fromLine(String where, String text) {
        // Java takes padding too; Go does not, and a plugin that only works here helps nobody.
        if (text.endsWith("=")) {
            throw bad(where, "it is padded base64, and must be unpadded", null);
        }
        try {
            return read(where, Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException notBase64) {
            throw bad(where, String.valueOf(notBase64.getMessage()), notBase64);
        }
    }

    private static X509Certificate read(String where, byte[] der) {
        if (looksLikeText(der)) {
            // The JDK would take PEM inside base64, and Go would not.
            throw bad(where, "it is not DER", null);
        }
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(der));
        } catch (GeneralSecurityException unreadable) {
            throw bad(where, String.valueOf(unreadable.getMessage()), unreadable);
        }
    }

    private static boolean looksLikeText(byte[] der) {
        return new String(der, StandardCharsets.ISO_8859_1).stripLeading().startsWith("-----");
    }

    private static byte[] der(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ProtocolException bad(String where, String why, @Nullable Throwable cause) {
        var problem = new TlsProblem.BadCertificate(where, why);
        return cause == null
                ? new ProtocolException(problem)
                : new ProtocolException(problem, cause);
    }
}
