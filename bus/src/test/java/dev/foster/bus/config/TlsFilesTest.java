package dev.foster.bus.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import javax.net.ssl.SSLContext;

/** Certificates and keys from PEM files, for servers that verify and for those that do not. */
@SuppressWarnings("try") // A connection may be interrupted while it closes; then a test fails.
class TlsFilesTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Duration SOON = Duration.ofSeconds(20);
    @TempDir private static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        for (String algorithm : new String[] {"RSA", "EC"}) {
            Path store = folder.resolve(algorithm + ".p12");
            Process keytool =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "keytool")
                                            .toString(),
                                    "-genkeypair",
                                    "-alias",
                                    "it",
                                    "-keyalg",
                                    algorithm,
                                    "-dname",
                                    "CN=localhost",
                                    "-ext",
                                    "san=ip:127.0.0.1,dns:localhost",
                                    "-storepass",
                                    new String(PASSWORD),
                                    "-keystore",
                                    store.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assertThat(keytool.waitFor()).isZero();
            KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
            write(algorithm + ".key", "PRIVATE KEY", keys.getKey("it", PASSWORD).getEncoded());
            write(algorithm + ".crt", "CERTIFICATE", keys.getCertificate("it").getEncoded());
        }
    }

    private static void write(String name, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(content);
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static BrokerOptions options(String tls) throws IOException {
        Path file = folder.resolve("tls.conf");
        Files.writeString(file, "port: -1\ntls {\ntimeout: 20\n" + tls + "\n}\n");
        return ServerSettings.read(file, folder, Map.of()).options();
    }

    /** A client that trusts a certificate, and shows its own. */
    private static SSLContext shows(String name) {
        return TlsFiles.load(
                        folder.resolve(name + ".crt"),
                        folder.resolve(name + ".key"),
                        Optional.of(folder.resolve("RSA.crt")),
                        false)
                .context();
    }

    private static Connection connect(Broker broker, SSLContext context)
            throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder()
                        .server(broker.url())
                        .sslContext(context)
                        .connectionTimeout(SOON)
                        .maxReconnects(0)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void keysOfBothKindsServe(String kind) throws Exception {
        BrokerOptions options = options("cert_file: " + kind + ".crt\nkey_file: " + kind + ".key");
        SSLContext trusting =
                TlsFiles.load(
                                folder.resolve("EC.crt"),
                                folder.resolve("EC.key"),
                                Optional.of(folder.resolve(kind + ".crt")),
                                false)
                        .context();
        try (Broker broker = Broker.start(options);
                Connection client = connect(broker, trusting)) {
            client.flush(SOON);
            assertThat(client.getServerInfo().isTLSRequired()).isTrue();
        }
    }

    @Test
    void onlyClientsWithACertificateComeInWhereTheyAreVerified() throws Exception {
        BrokerOptions options =
                options("cert_file: RSA.crt, key_file: RSA.key, ca_file: EC.crt, verify: true");
        try (Broker broker = Broker.start(options)) {
            try (Connection known = connect(broker, shows("EC"))) {
                known.flush(SOON);
            }
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port())) {
                socket.setSoTimeout((int) SOON.toMillis());
                for (int value = socket.getInputStream().read(); value != '\n'; ) {
                    value = socket.getInputStream().read();
                }
                try (Socket unknown =
                        shows("RSA")
                                .getSocketFactory()
                                .createSocket(socket, "127.0.0.1", broker.port(), true)) {
                    assertThat(answers(unknown)).as("it is let in").isFalse();
                }
            }
            assertThat(broker.statistics().messagesIn()).isZero();
        }
    }

    /** Refused while it shakes hands, or when it reads, or by an end: TLS leaves that open. */
    private static boolean answers(Socket client) {
        try {
            client.getOutputStream().write("PING\r\n".getBytes(UTF_8));
            return client.getInputStream().read() != -1;
        } catch (IOException refused) {
            return false;
        }
    }

    /** As openssl genrsa and openssl ecparam wrote them for decades, and many still are. */
    @ParameterizedTest
    @CsvSource({"RSA, rsa", "EC, ec"})
    void keysInTheirOlderShapesServe(String kind, String tool) throws Exception {
        Path old = folder.resolve(kind + ".old.key");
        List<String> convert = new ArrayList<>(List.of("openssl", tool, "-out", old.toString()));
        convert.addAll(List.of("-in", folder.resolve(kind + ".key").toString()));
        if (kind.equals("RSA")) {
            convert.add("-traditional");
        }
        assertThat(new ProcessBuilder(convert).redirectErrorStream(true).start().waitFor())
                .isZero();
        assertThat(old).content().contains("BEGIN " + kind + " PRIVATE KEY");
        BrokerOptions options =
                options("cert_file: " + kind + ".crt\nkey_file: " + kind + ".old.key");
        SSLContext trusting =
                TlsFiles.load(
                                folder.resolve("EC.crt"),
                                folder.resolve("EC.key"),
                                Optional.of(folder.resolve(kind + ".crt")),
                                false)
                        .context();
        try (Broker broker = Broker.start(options);
                Connection client = connect(broker, trusting)) {
            client.flush(SOON);
        }
    }

    /** Whatever is damaged in it, it is a clear error. */
    @Test
    void damagedKeysAreToldApartFromGoodOnes() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        byte[] sec1 = generator.generateKeyPair().getPrivate().getEncoded();
        Random random = new Random(4);
        for (int round = 0; round < 300; round++) {
            byte[] damaged = Arrays.copyOf(sec1, 1 + random.nextInt(sec1.length));
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            write("damaged.key", round % 2 == 0 ? "EC PRIVATE KEY" : "RSA PRIVATE KEY", damaged);
            assertThatThrownBy(() -> options("cert_file: RSA.crt, key_file: damaged.key"))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessageContaining("cannot use ");
        }
    }

    @Test
    void whatIsNoKeyIsToldApart() throws Exception {
        Files.writeString(
                folder.resolve("old.key"),
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nxx\n");
        assertThatThrownBy(() -> options("cert_file: RSA.crt, key_file: old.key"))
                .hasMessageContaining("locked with a password")
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
        assertThatThrownBy(() -> options("cert_file: RSA.key, key_file: RSA.key"))
                .hasMessageMatching(".*tls.conf:2:1: cannot use .*RSA.key: .*; name another file");
        assertThatThrownBy(() -> options("cert_file: none.crt, key_file: RSA.key"))
                .hasMessageContaining("it cannot be opened");
        assertThatThrownBy(() -> options("cert_file: RSA.crt, key_file: EC.key"))
                .hasMessageContaining("cannot use");
    }
}
