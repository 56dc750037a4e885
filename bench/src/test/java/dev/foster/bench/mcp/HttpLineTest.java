package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.bench.workshop.TrialFailed;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One connection, many requests. */
class HttpLineTest {
    private static final String WHOLE =
            "HTTP/1.1 200 OK\r\n"
                    + "Content-Type: application/json\r\n"
                    + "Content-Length: 8\r\n\r\n"
                    + "{\"id\":1}";
    private static final String EVENTS =
            "HTTP/1.1 200 OK\r\n"
                    + "content-type: text/event-stream\r\n"
                    + "transfer-encoding: chunked\r\n\r\n"
                    + "10\r\n"
                    + "data: {\"id\":2}\n\n\r\n"
                    + "0\r\n\r\n";
    private static final String NOTHING = "HTTP/1.1 202 Accepted\r\n\r\n";

    @Test
    void answersOfAllFormsComeOverOneConnection() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = answering(server, List.of(WHOLE, EVENTS, NOTHING));
            try (var line = new HttpLine(server.getLocalPort(), "/mcp")) {
                assertThat(line.post("", "{}", 1).text()).isEqualTo("{\"id\":1}");
                assertThat(line.post("", "{}", 2).text()).isEqualTo("{\"id\":2}");
                assertThat(line.post("", "{}", -1).status()).isEqualTo(202);
            }
            answering.join();
        }
    }

    @Test
    void aConnectionThatEndsIsAFailure() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = answering(server, List.of("HTTP/1.1 200 OK\r\nContent-"));
            try (var line = new HttpLine(server.getLocalPort(), "/mcp")) {
                assertThatExceptionOfType(TrialFailed.class)
                        .isThrownBy(() -> line.post("", "{}", 1))
                        .withMessageContaining("the connection was closed");
            }
            answering.join();
        }
    }

    /** Takes one connection and gives each request on it the next answer. */
    private static Thread answering(ServerSocket server, List<String> answers) {
        return Thread.ofVirtual()
                .start(
                        () -> {
                            try (Socket client = server.accept()) {
                                for (String answer : answers) {
                                    skipRequest(client);
                                    client.getOutputStream()
                                            .write(answer.getBytes(StandardCharsets.US_ASCII));
                                }
                            } catch (IOException gone) {
                                // The test sees it from the other side.
                            }
                        });
    }

    private static void skipRequest(Socket client) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf("\r\n\r\n{}") < 0) {
            seen.append((char) client.getInputStream().read());
        }
    }
}
