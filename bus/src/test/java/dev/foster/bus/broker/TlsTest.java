package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Leaks;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Random;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Clients upgrade to TLS after the greeting, and nobody stays without. */
@SuppressWarnings("try") // As in JnatsTest.
class TlsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final char[] PASSWORD = "changeit".toCharArray();
    @TempDir private static Path folder;
    private static SSLContext context;
    private Leaks before;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "bus",
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                "changeit")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("bus", keys.getCertificate("bus"));
        trusted.init(certificates);
        context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        // The first handshake of a JVM takes its time; no limit of a test is about that.
        try (Broker broker = Broker.start(handshakeWithin(SOON));
                Connection first = connect(broker)) {
            first.flush(SOON);
        }
    }

    private static BrokerOptions handshakeWithin(Duration limit) {
        BrokerOptions.Timing timing = BrokerOptions.defaults().timing();
        return BrokerOptions.defaults()
                .withTls(context)
                .withTiming(
                        new BrokerOptions.Timing(
                                timing.ping(),
                                timing.pingsOut(),
                                timing.authentication(),
                                limit,
                                timing.write()));
    }

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    @Test
    void messagesOfEverySizeArriveWholeThroughTls() throws Exception {
        try (Broker broker = Broker.start(handshakeWithin(SOON).withLoops(2));
                Connection one = connect(broker);
                Connection two = connect(broker)) {
            assertThat(broker.url()).startsWith("tls://");
            Subscription subscription = two.subscribe("secret.>");
            two.flush(SOON);
            Random random = new Random(11);
            for (int size : new int[] {0, 1, 16_000, 16_384, 70_000, 1 << 20}) {
                byte[] payload = new byte[size];
                random.nextBytes(payload);
                one.publish("secret.size", payload);
                assertThat(subscription.nextMessage(SOON).getData()).isEqualTo(payload);
            }
            for (int number = 0; number < 5_000; number++) {
                one.publish("secret.number", ("" + number).getBytes(UTF_8));
            }
            for (int number = 0; number < 5_000; number++) {
                assertThat(subscription.nextMessage(SOON).getData())
                        .isEqualTo(("" + number).getBytes(UTF_8));
            }
        }
    }

    private static Connection connect(Broker broker) throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder()
                        .server(broker.url())
                        .sslContext(context)
                        .connectionTimeout(SOON)
                        .build());
    }

    @Test
    void aClientThatSpeaksPlainlyIsLetGo() throws Exception {
        try (Broker broker = Broker.start(BrokerOptions.defaults().withTls(context));
                RawClient plain = RawClient.connect(broker.port())) {
            assertThat(plain.info()).contains("\"tls_required\":true");
            plain.send("CONNECT {}\r\nPING\r\n");
            assertThat(plain.rest()).doesNotContain("PONG");
        }
    }

    @Test
    void halfARecordKeepsNobodyElseWaiting() throws Exception {
        // Long enough for the other one, and short enough to see the slow one go.
        BrokerOptions options = handshakeWithin(Duration.ofSeconds(8)).withLoops(1);
        try (Broker broker = Broker.start(options);
                RawClient slow = RawClient.connect(broker.port())) {
            slow.send(new byte[] {22, 3, 1, 2, 0, 1});
            try (Connection other = connect(broker)) {
                other.flush(SOON);
            }
            assertThat(slow.rest()).isEqualTo("<end>");
        }
    }

    @Test
    void aClientThatNeverBeginsTheHandshakeIsLetGo() throws Exception {
        try (Broker broker = Broker.start(handshakeWithin(Duration.ofMillis(100)));
                RawClient silent = RawClient.connect(broker.port())) {
            assertThat(silent.rest()).isEqualTo("<end>");
        }
    }
}
