package dev.foster.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The broker in the place of {@code nats-server}. */
class ServeVerbTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir private Path folder;

    /** What a client hears who says this, up to the given number of lines behind the greeting. */
    private static String talk(int port, String said) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            var in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            assertThat(in.readLine()).startsWith("INFO {");
            socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
            return in.readLine();
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130"})
    void itServesUntilASignalAndLeavesInOrder(String signal, int code) throws Exception {
        try (var bus = ServedBus.start(folder, "-p", "-1", "-P", "bus.pid", "-DV")) {
            int port = bus.awaitPort();
            assertThat(talk(port, "PING\r\n")).isEqualTo("PONG");
            assertThat(folder.resolve("bus.pid")).hasContent(Long.toString(bus.pid()));
            bus.signal(signal);
            assertThat(bus.awaitEnd()).isEqualTo(code);
            assertThat(bus.errors()).contains("[INF] Initiating Shutdown", "[INF] Server Exiting");
            assertThat(folder.resolve("bus.pid")).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--user u --pass p", "-user=u -pass=p", "-c auth.conf"})
    void onlyThoseWhoAreKnownComeIn(String flags) throws Exception {
        Files.writeString(folder.resolve("auth.conf"), "authorization { user: u, password: p }\n");
        String[] words = (flags + " --port -1").split(" ", -1);
        try (var bus = ServedBus.start(folder, words)) {
            int port = bus.awaitPort();
            assertThat(talk(port, "PING\r\n")).isEqualTo("-ERR 'Authorization Violation'");
            assertThat(talk(port, "CONNECT {\"user\":\"u\",\"pass\":\"p\"}\r\n")).isEqualTo("+OK");
        }
    }

    @Test
    void theMonitorListensWhereItIsTold() throws Exception {
        try (var bus = ServedBus.start(folder, "-p", "-1", "-m", "-1", "--auth", "t")) {
            bus.awaitPort();
            String port = bus.errors().replaceFirst("(?s).*http monitor on \\S+:(\\d+)\\n.*", "$1");
            try (Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
                socket.getOutputStream()
                        .write("GET /healthz HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                assertThat(
                                new String(
                                        socket.getInputStream().readAllBytes(),
                                        StandardCharsets.UTF_8))
                        .endsWith("{\"status\":\"ok\"}");
            }
        }
    }

    @Test
    void aPortThatIsTakenIsAClearErrorAtOnce() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var bus = ServedBus.start(folder, "-p", "" + taken.getLocalPort())) {
            assertThat(bus.awaitEnd()).isEqualTo(1);
            assertThat(bus.errors()).contains("cannot listen for bus clients at 127.0.0.1:");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-js",
                "--jetstream",
                "-sd x",
                "--cluster nats://x",
                "-p many",
                "--user a",
                "--auth t --user a --pass b",
                "--tls",
                "-a 0.0.0.0",
                "-a 0.0.0.0 --auth t",
                "-a :: --user u --pass p",
                "--colour",
                "word"
            })
    void whatItCannotDoItRefuses(String flags) {
        var called = new Called(folder);
        String[] words = ("bus serve " + flags).split(" ", -1);
        assertThat(called.run(words)).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @Test
    void aFileIsCheckedAndItsFaultsHaveAPlace() throws Exception {
        Files.writeString(folder.resolve("good.conf"), "port: 5222\n");
        Files.writeString(folder.resolve("bad.conf"), "port: 5222\njetstream {}\n");
        var good = new Called(folder);
        assertThat(good.run("bus", "serve", "-t", "-c", "good.conf")).isZero();
        var bad = new Called(folder);
        assertThat(bad.run("bus", "serve", "-t", "-c", "bad.conf")).isEqualTo(2);
        assertThat(bad.err()).contains("bad.conf:2:1: cannot use jetstream:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-v", "--version", "-version"})
    void itSaysWhosePlaceItTakes(String flag) {
        var called = new Called(folder);
        assertThat(called.run("bus", "serve", flag)).isZero();
        assertThat(called.out()).startsWith("nats-server: v2.").endsWith("\n");
    }

    private static String atOnce(ServedBus bus, String what) {
        Eventually.until(SOON, "it says " + what, () -> bus.errors().contains(what));
        return bus.errors();
    }

    @Test
    void aHangUpReadsTheConfigurationAgainAndKeepsWhatIsWrong() throws Exception {
        Path file = folder.resolve("bus.conf");
        Files.writeString(file, "port: -1\nauthorization { user: u, password: old }\n");
        try (var bus = ServedBus.start(folder, "-c", "bus.conf")) {
            int port = bus.awaitPort();
            Files.writeString(file, "port: -1\nauthorization { user: u, password: new }\n");
            bus.signal("HUP");
            atOnce(bus, "[INF] Reloaded server configuration");
            assertThat(talk(port, "CONNECT {\"user\":\"u\",\"pass\":\"old\"}\r\n"))
                    .isEqualTo("-ERR 'Authorization Violation'");
            Files.writeString(file, "jetstream {}\n");
            bus.signal("HUP");
            assertThat(atOnce(bus, "[ERR] Failed to reload server configuration: "))
                    .contains("bus.conf:1:1: cannot use jetstream");
            Files.writeString(file, "port: 14222\nauthorization { user: u, password: x }\n");
            bus.signal("HUP");
            atOnce(bus, "cannot change port of a bus that runs");
            assertThat(talk(port, "CONNECT {\"user\":\"u\",\"pass\":\"new\"}\r\n"))
                    .isEqualTo("+OK");
        }
    }

    @Test
    void aRenewedCertificateIsShownAfterAHangUp() throws Exception {
        certify();
        try (var bus = ServedBus.start(folder, "-p", "-1", "--tlscert=it.crt", "--tlskey=it.key")) {
            int port = bus.awaitPort();
            Certificate first = shown(port);
            certify();
            assertThat(shown(port)).isEqualTo(first);
            bus.signal("HUP");
            atOnce(bus, "[INF] Reloaded server configuration");
            assertThat(shown(port)).isNotEqualTo(first);
        }
    }

    private void certify() throws Exception {
        String command =
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
                        + " -subj /CN=localhost -keyout it.key -out it.crt";
        assertThat(
                        new ProcessBuilder(command.split(" ", -1))
                                .directory(folder.toFile())
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor())
                .isZero();
    }

    private static Certificate shown(int port) throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, new TrustManager[] {new Anybody()}, null);
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port)) {
            plain.setSoTimeout(20_000);
            for (int value = plain.getInputStream().read(); value != '\n'; ) {
                value = plain.getInputStream().read();
            }
            try (var sealed =
                    (SSLSocket)
                            trusting.getSocketFactory()
                                    .createSocket(plain, "localhost", port, true)) {
                return sealed.getSession().getPeerCertificates()[0];
            }
        }
    }

    /** Looks at certificates, and believes all of them. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void aLameDuckTellsItsClientsAndEndsWhenTheyHaveGone() throws Exception {
        try (var bus = ServedBus.start(folder, "-p", "-1")) {
            int port = bus.awaitPort();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.setSoTimeout(20_000);
                var in =
                        new BufferedReader(
                                new InputStreamReader(
                                        client.getInputStream(), StandardCharsets.UTF_8));
                assertThat(in.readLine()).startsWith("INFO {");
                client.getOutputStream()
                        .write(
                                "CONNECT {\"verbose\":false,\"protocol\":1}\r\nPING\r\n"
                                        .getBytes(StandardCharsets.UTF_8));
                assertThat(in.readLine()).isEqualTo("PONG");
                bus.signal("USR2");
                String next = in.readLine();
                assertThat(next.equals("PING") ? in.readLine() : next).contains("\"ldm\":true");
                atOnce(bus, "[INF] Entering lame duck mode, stop accepting new clients");
                Eventually.until(SOON, "nobody comes in any more", () -> !accepts(port));
                assertThat(bus.errors()).doesNotContain("Initiating Shutdown");
            }
            assertThat(bus.awaitEnd()).isZero();
            assertThat(bus.errors()).contains("[INF] Initiating Shutdown");
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    void clientsThatHadToGoStandInTheLog() throws Exception {
        try (var bus = ServedBus.start(folder, "-p", "-1", "--user", "u", "--pass", "p")) {
            int port = bus.awaitPort();
            talk(port, "CONNECT {\"user\":\"eve\",\"pass\":\"x\"}\r\n");
            assertThat(atOnce(bus, "eve"))
                    .containsPattern(
                            "\\[ERR] 127\\.0\\.0\\.1:\\d+ - cid:\\d+ - Authorization Violation -"
                                    + " User \"eve\"\\n");
            talk(port, "CONNECT {\"user\":\"u\",\"pass\":\"p\"}\r\nFOO\r\n");
            atOnce(bus, "Unknown Protocol Operation - User \"u\"");
        }
    }

    @Test
    void itServesWhoComesByIpv6AndSaysWhere() throws Exception {
        try (var bus = ServedBus.start(folder, "-p", "-1", "-a", "::1", "-m", "-1")) {
            int port = bus.awaitPort();
            assertThat(bus.errors()).contains("Listening for client connections on [::1]:" + port);
            assertThat(bus.errors()).contains("http monitor on [::1]:");
            try (Socket socket = new Socket(InetAddress.ofLiteral("::1"), port)) {
                socket.setSoTimeout(20_000);
                assertThat(
                                new BufferedReader(
                                                new InputStreamReader(
                                                        socket.getInputStream(),
                                                        StandardCharsets.UTF_8))
                                        .readLine())
                        .contains("\"client_ip\":\"::1\"");
            }
        }
    }

    @Test
    void itListensEverywhereOnlyWhereItMay() throws Exception {
        try (var bus = ServedBus.start(folder, "-p", "-1", "-a", "0.0.0.0", "--insecure")) {
            int port = bus.awaitPort();
            assertThat(bus.errors())
                    .contains(
                            "[WRN] Whoever reaches 0.0.0.0:" + port + " may use this bus and read");
        }
        certify();
        var checked = new Called(folder);
        assertThat(
                        checked.run(
                                ("bus serve -t -a 0.0.0.0 --auth t --tlscert it.crt --tlskey"
                                                + " it.key")
                                        .split(" ", -1)))
                .isZero();
    }
}
