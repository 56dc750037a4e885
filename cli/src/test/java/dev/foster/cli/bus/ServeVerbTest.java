package dev.foster.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;

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

/** The broker in the place of {@code nats-server}. */
class ServeVerbTest {
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
}
