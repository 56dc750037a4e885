package dev.foster.plugin.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.ProtocolException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The throw-away certificate, and its two written forms. */
class TlsIdentityTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final Instant LATER = Instant.parse("2055-01-01T00:00:00Z");

    private final X509Certificate certificate =
            TlsIdentity.generate(NOW, TlsIdentity.Curve.P256).certificate();

    @Test // [S4]
    void theCertificateIsForBothEndsOfAConnectionToLocalhost() throws Exception {
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSubjectX500Principal())
                .isEqualTo(certificate.getIssuerX500Principal());
        assertThat(certificate.getSubjectX500Principal().getName())
                .isEqualTo("CN=localhost,O=Foster");
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactly(List.of(2, "localhost"));
        assertThat(certificate.getExtendedKeyUsage())
                .containsExactlyInAnyOrder("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getKeyUsage())
                .containsExactly(true, false, true, false, true, true, false, false, false);
        assertThat(certificate.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
        assertThat(((ECPublicKey) certificate.getPublicKey()).getParams().getOrder().bitLength())
                .isEqualTo(256);
        assertThat(certificate.getSerialNumber().signum()).isPositive();
        assertThat(certificate.getSerialNumber().bitLength()).isLessThanOrEqualTo(128);
    }

    @Test
    void itsDatesBeginBeforeNowAndEndInThirtyYears() throws Exception {
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo(NOW.minusSeconds(30));
        assertThat(certificate.getNotAfter().toInstant())
                .isEqualTo(NOW.plus(Duration.ofHours(262_980)));
        assertThat(TlsIdentity.generate(LATER, TlsIdentity.Curve.P521).certificate())
                .extracting(later -> later.getNotBefore().toInstant())
                .isEqualTo(Instant.parse("2054-12-31T23:59:30Z"));
    }

    @Test
    void itIsSignedByItsOwnKey() throws Exception {
        certificate.verify(certificate.getPublicKey());
    }

    @Test
    void noTwoAreAlike() {
        assertThat(TlsIdentity.generate().certificate())
                .isNotEqualTo(TlsIdentity.generate().certificate());
    }

    @Test
    void bothWrittenFormsAreReadBack() {
        assertThat(CertificateText.fromPem("a test", CertificateText.pem(certificate)))
                .isEqualTo(certificate);
        assertThat(CertificateText.fromLine("a test", CertificateText.line(certificate)))
                .isEqualTo(certificate);
        assertThat(CertificateText.line(certificate)).doesNotContain("=", "\n", "|");
        assertThat(CertificateText.pem(certificate))
                .startsWith("-----BEGIN CERTIFICATE-----\n")
                .endsWith("\n-----END CERTIFICATE-----\n");
        assertThat(CertificateText.pem(certificate).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(64));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "-----BEGIN CERTIFICATE-----",
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"
            })
    void textThatIsNoPemIsRefusedWithItsPlace(String text) {
        assertThatThrownBy(() -> CertificateText.fromPem("PLUGIN_CLIENT_CERT", text))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused ->
                                assertThat(refused.problem())
                                        .isInstanceOf(TlsProblem.BadCertificate.class))
                .hasMessageContaining("cannot read the certificate in PLUGIN_CLIENT_CERT");
    }
}
