package dev.foster.daemon.metrics.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.daemon.config.ListenAddress;
import dev.foster.daemon.config.MetricsSpec;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.http.WrongTokens;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The port for Prometheus. */
@Timeout(30)
class MetricsServerTest {
    private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
    private final Leaks before = Leaks.snapshot();

    @BeforeAll
    static void warmUp() throws IOException {
        try (var door = open(Optional.empty(), Optional.empty())) {
            ask(door, "GET /metrics", "Host: localhost");
        }
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static MetricsServer open(Optional<String> token, Optional<Path> file) {
        return new MetricsServer(
                new MetricsSpec.Listener(ANY, token, file),
                MetricsServerTest::families,
                WrongTokens.untold());
    }

    private static List<MetricFamily> families() {
        var families = new Families();
        families.add(Metric.PROCESSES, 2);
        return families.all();
    }

    private static String ask(MetricsServer door, String request, String... headers)
            throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            String text =
                    request
                            + " HTTP/1.1\r\n"
                            + String.join("\r\n", headers)
                            + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void prometheusOnThisMachineNeedsNoToken() throws IOException {
        try (var door = open(Optional.empty(), Optional.empty())) {
            assertThat(ask(door, "GET /metrics", "Host: 127.0.0.1:" + door.port()))
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("content-type: text/plain; version=0.0.4; charset=utf-8")
                    .endsWith("foster_processes 2\n");
            assertThat(
                            ask(
                                    door,
                                    "GET /metrics",
                                    "Host: localhost",
                                    "Accept: application/openmetrics-text;version=1.0.0"))
                    .containsIgnoringCase(
                            "content-type: application/openmetrics-text; version=1.0.0")
                    .endsWith("foster_processes 2\n# EOF\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /metrics,Host: evil.example,403",
        "GET /metrics,Host: 127.0.0.1.evil.example,403",
        "GET /,Host: localhost,404",
        "GET /v1/processes,Host: localhost,404",
        "GET /metrics/,Host: localhost,404",
        "POST /metrics,Host: localhost,405",
    })
    void thereIsNothingElse(String request, String host, int status) throws IOException {
        try (var door = open(Optional.empty(), Optional.empty())) {
            assertThat(ask(door, request, host, "Content-Length: 0"))
                    .startsWith("HTTP/1.1 " + status)
                    .doesNotContain("foster_processes");
        }
    }

    @Test
    void aWebPageMayNotAsk() throws IOException {
        try (var door = open(Optional.empty(), Optional.empty())) {
            assertThat(
                            ask(
                                    door,
                                    "GET /metrics",
                                    "Host: localhost",
                                    "Origin: http://localhost:3000"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void whoHasTheTokenMayCallItByAnyName() throws IOException {
        try (var door = open(Optional.of("t0ken"), Optional.empty())) {
            String host = "Host: metrics.example";
            assertThat(ask(door, "GET /metrics", host, "Authorization: Bearer t0ken"))
                    .startsWith("HTTP/1.1 200");
            assertThat(ask(door, "GET /metrics", host, "Authorization: Bearer wrong"))
                    .startsWith("HTTP/1.1 401")
                    .containsIgnoringCase("www-authenticate: Bearer")
                    .doesNotContain("foster_processes");
            assertThat(ask(door, "GET /metrics", "Host: localhost")).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void aTokenFileIsReadAnewEachTime(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("token");
        try (var door = open(Optional.empty(), Optional.of(file))) {
            String[] first = {"Host: localhost", "Authorization: Bearer one"};
            assertThat(ask(door, "GET /metrics", first)).startsWith("HTTP/1.1 401");
            Files.writeString(file, "");
            assertThat(ask(door, "GET /metrics", "Host: localhost", "Authorization: Bearer "))
                    .startsWith("HTTP/1.1 401");
            Files.writeString(file, "one\n");
            assertThat(ask(door, "GET /metrics", first)).startsWith("HTTP/1.1 200");
            Files.writeString(file, "two\n");
            assertThat(ask(door, "GET /metrics", first)).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void anAddressThatIsTakenIsTold() {
        try (var door = open(Optional.empty(), Optional.empty())) {
            var same =
                    new MetricsSpec.Listener(
                            new ListenAddress("127.0.0.1", door.port()),
                            Optional.empty(),
                            Optional.empty());
            assertThatThrownBy(
                            () ->
                                    new MetricsServer(
                                            same,
                                            MetricsServerTest::families,
                                            WrongTokens.untold()))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageMatching(
                            "cannot offer metrics at 127.0.0.1:\\d+: .*; name another address in"
                                    + " metrics.listen");
        }
    }
}
