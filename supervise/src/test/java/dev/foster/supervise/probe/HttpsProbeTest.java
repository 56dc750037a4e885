package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.foster.supervise.spec.Probe;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The same GET over TLS: certificates are checked. */
class HttpsProbeTest extends ProbeContract {
    private static final String PASSWORD = "changeit";

    @TempDir static Path folder;
    private static SSLContext trusting;
    private static HttpsServer server;

    @BeforeAll
    static void startAServerWithACertificateOfItsOwn() throws Exception {
        File store = folder.resolve("keys.p12").toFile();
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "test",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost",
                                "-keystore",
                                store.getPath(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store, PASSWORD.toCharArray());
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        server.setHttpsConfigurator(new HttpsConfigurator(trusting));
        server.setExecutor(EXECUTOR);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterAll
    static void stopTheServer() {
        server.stop(0);
    }

    @Test
    void aTrustedServerIsAsked() throws Exception {
        probes = new Probes(engine, EXECUTOR, trusting::getSocketFactory);

        assertGood(get("localhost"));
    }

    @Test
    void aServerThatNobodyVouchesForIsBad() throws Exception {
        assertThat(whyBad(get("localhost"))).startsWith("TLS failed: ");
    }

    @Test
    void aServerWithTheCertificateOfAnotherIsBad() throws Exception {
        probes = new Probes(engine, EXECUTOR, trusting::getSocketFactory);

        assertThat(whyBad(get("127.0.0.1"))).startsWith("TLS failed: ").contains("127.0.0.1");
    }

    @Test
    void aServerWithoutTlsIsBad() throws Exception {
        try (var plain = ScriptedServer.sending("HTTP/1.1 200 OK\r\n\r\n")) {
            var probe =
                    new Probe.Http(
                            URI.create("https://127.0.0.1:" + plain.port() + "/"),
                            Map.of(),
                            Optional.empty());

            assertThat(whyBad(probe)).startsWith("TLS failed: ");
        }
    }

    @Test
    void aServerThatDoesNotShakeHandsIsBadWhenTheTimeIsOver() throws Exception {
        try (var silent = ScriptedServer.silent()) {
            var probe =
                    new Probe.Http(
                            URI.create("https://127.0.0.1:" + silent.port() + "/"),
                            Map.of(),
                            Optional.empty());

            assertThat(whyBad(probe, LONGER)).isEqualTo("no answer within 3 s");
            assertThat(silent.wasLeft()).isTrue();
        }
    }

    private static Probe get(String host) {
        return new Probe.Http(
                URI.create("https://" + host + ":" + server.getAddress().getPort() + "/"),
                Map.of(),
                Optional.empty());
    }
}
