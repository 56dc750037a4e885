package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsAccounts;
import dev.foster.testkit.NatsServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** How a plugin shows the bus who it is, and how the bus shows it. */
class CredentialsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir Path folder;
    private Leaks before;

    @BeforeEach
    void begin() {
        before = Leaks.snapshot();
    }

    @AfterEach
    void end() {
        before.assertNothingLeft();
    }

    private static Map<String, String> environment(Broker broker) {
        return environment(broker.url());
    }

    private static Map<String, String> environment(String server) {
        Map<String, String> environment = PluginProcess.environment(new TestBus.Embedded());
        environment.put("FOSTER_BUS_SERVERS", server);
        environment.remove("FOSTER_BUS_USER");
        environment.remove("FOSTER_BUS_PASSWORD");
        return environment;
    }

    @Test
    void aTokenLetsItIn() throws Exception {
        try (Broker broker = Broker.start(TestBus.patient().withToken("abracadabra"))) {
            Map<String, String> environment = environment(broker);
            environment.put("FOSTER_BUS_TOKEN", "abracadabra");
            try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
                plugin.awaitError("begun");
            }
        }
    }

    @Test
    void aFileWithAKeyLetsItInWhereAccountsAre() throws Exception {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        var accounts = NatsAccounts.make();
        Path mine = Files.writeString(folder.resolve("me.creds"), accounts.user("me"));
        Path other =
                Files.writeString(folder.resolve("other.creds"), NatsAccounts.make().user("me"));
        try (var server =
                NatsServer.start(NatsServer.program().orElseThrow(), accounts.configuration())) {
            Map<String, String> environment = environment(server.url());
            environment.put("FOSTER_BUS_CREDS", mine.toString());
            try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
                plugin.awaitError("begun");
            }
            environment.put("FOSTER_BUS_CREDS", other.toString());
            try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
                assertThat(plugin.exitCode()).isEqualTo(12);
                assertThat(plugin.errors().getLast()).contains("it did not let us in");
            }
        }
    }

    @Test
    void aBusWithTlsIsTrustedByItsAuthorityOnly() throws Exception {
        Path authority = folder.resolve("authority.pem");
        SSLContext context = certified(authority);
        try (Broker broker = Broker.start(TestBus.patient().withTls(context))) {
            Map<String, String> environment = environment(broker);
            assertThat(environment.get("FOSTER_BUS_SERVERS")).startsWith("tls://");
            environment.put("FOSTER_BUS_CA", authority.toString());
            try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
                plugin.awaitError("begun");
            }
            environment.remove("FOSTER_BUS_CA");
            environment.put("FOSTER_BUS_CONNECT_TIMEOUT", "1");
            try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
                assertThat(plugin.exitCode()).isEqualTo(12);
                assertThat(plugin.errors().getLast())
                        .startsWith("cannot connect to " + broker.url() + ": ");
            }
        }
    }

    @Test
    void filesThatAreMissingAreNamed() throws Exception {
        try (Broker broker = Broker.start(BrokerOptions.defaults())) {
            for (String name : new String[] {"FOSTER_BUS_CA", "FOSTER_BUS_CREDS"}) {
                Map<String, String> environment = environment(broker);
                environment.put(name, folder.resolve("none").toString());
                try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
                    assertThat(plugin.exitCode()).isEqualTo(12);
                    assertThat(plugin.errors().getLast())
                            .contains(folder.resolve("none").toString());
                }
            }
        }
    }

    /** A server's side of TLS; its certificate, which it signed itself, goes to a file. */
    private SSLContext certified(Path certificate) throws Exception {
        Path store = folder.resolve("keys.p12");
        String options =
                "-genkeypair -alias bus -keyalg EC -groupname secp256r1 -dname CN=localhost -ext"
                        + " san=ip:127.0.0.1 -validity 2 -storetype PKCS12 -storepass changeit";
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(options.split(" ", -1)));
        command.addAll(List.of("-keystore", store.toString()));
        Process keytool =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(keytool.waitFor()).isZero();
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        byte[] encoded = keys.getCertificate("bus").getEncoded();
        Files.writeString(
                certificate,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(encoded)
                        + "\n-----END CERTIFICATE-----\n");
        var own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        return context;
    }
}
