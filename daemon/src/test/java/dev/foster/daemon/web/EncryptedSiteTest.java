package dev.foster.daemon.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foster.control.ProjectPaths;
import dev.foster.control.WebLink;
import dev.foster.daemon.config.Certificate;
import dev.foster.daemon.config.ListenAddress;
import dev.foster.daemon.config.WebSpec;
import dev.foster.daemon.journal.Journal;
import dev.foster.http.HttpResponse;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The dashboard with a certificate of its own. */
@Timeout(60)
class EncryptedSiteTest {
    @TempDir private Path folder;

    private void makeCertificate() throws IOException, InterruptedException {
        assumeTrue(Peer.isInstalled("openssl"), "no openssl here: there is no certificate");
        Process openssl =
                new ProcessBuilder(
                                "openssl",
                                "req",
                                "-x509",
                                "-newkey",
                                "rsa:2048",
                                "-nodes",
                                "-keyout",
                                "key.pem",
                                "-out",
                                "certificate.pem",
                                "-days",
                                "2",
                                "-subj",
                                "/CN=foster",
                                "-addext",
                                "subjectAltName=IP:127.0.0.1")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("openssl.log").toFile())
                        .start();
        assertThat(openssl.waitFor()).isZero();
    }

    private SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(folder.resolve("certificate.pem"))) {
            store.setCertificateEntry(
                    "it", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private WebSpec spec(String key) {
        return new WebSpec(
                new ListenAddress("127.0.0.1", 0),
                Optional.empty(),
                Optional.empty(),
                Optional.of(
                        new Certificate(folder.resolve("certificate.pem"), folder.resolve(key))));
    }

    @Test
    void withACertificateEverythingIsEncryptedAndTheCookieStaysSo()
            throws IOException, InterruptedException, GeneralSecurityException {
        makeCertificate();
        ProjectPaths paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        paths.create();
        try (var journal = new Journal(folder.resolve("journal.jsonl"));
                var site = new Site(paths, journal);
                var client = HttpClient.newBuilder().sslContext(trusting()).build()) {
            site.serve(_ -> HttpResponse.json(200, "{}"));
            assertThatThrownBy(() -> site.change(Optional.of(spec("none.pem"))))
                    .hasMessageContaining("none.pem");
            site.change(Optional.of(spec("key.pem")));
            WebLink link = site.link(OptionalInt.empty(), "test");
            assertThat(link.url()).startsWith("https://127.0.0.1:");
            var in =
                    client.send(
                            HttpRequest.newBuilder(URI.create(link.url())).build(),
                            BodyHandlers.ofString());
            assertThat(in.statusCode()).isEqualTo(303);
            assertThat(in.headers().firstValue("set-cookie").orElseThrow()).contains("; Secure");
        }
    }

    @Test
    void aReloadShowsACertificateThatWasRenewed()
            throws IOException, InterruptedException, GeneralSecurityException {
        makeCertificate();
        ProjectPaths paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        paths.create();
        try (var journal = new Journal(folder.resolve("journal.jsonl"));
                var site = new Site(paths, journal)) {
            site.serve(_ -> HttpResponse.json(200, "{}"));
            site.change(Optional.of(spec("key.pem")));
            String address = site.link(OptionalInt.empty(), "test").address();

            makeCertificate();
            site.change(Optional.of(spec("key.pem")));

            try (var client = HttpClient.newBuilder().sslContext(trusting()).build()) {
                var health =
                        client.send(
                                HttpRequest.newBuilder(URI.create(address + "health")).build(),
                                BodyHandlers.ofString());
                assertThat(health.statusCode()).isEqualTo(200);
            }
            Files.writeString(folder.resolve("certificate.pem"), "garbage");
            assertThatThrownBy(() -> site.change(Optional.of(spec("key.pem"))))
                    .hasMessageContaining("certificate.pem");
        }
    }
}
