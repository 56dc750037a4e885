package dev.foster.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.McpServerView;
import dev.foster.control.McpView;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

class OfferTest {
    private static McpView view(int servers, Optional<String> token) {
        return new McpView(
                Optional.of("127.0.0.1:8808"),
                Optional.of("token"),
                token,
                IntStream.rangeClosed(1, servers).mapToObj(OfferTest::server).toList(),
                List.of(),
                List.of(),
                List.of());
    }

    private static McpServerView server(int number) {
        return new McpServerView(
                "s" + number,
                Optional.empty(),
                "http://127.0.0.1:8808/mcp/s" + number,
                Optional.empty(),
                "client",
                0,
                0,
                0,
                0,
                0);
    }

    @Test
    void whereNothingIsOfferedNothingIsTold() {
        assertThat(Offer.lines(McpView.NONE)).isEmpty();
    }

    @Test
    void theAddressAndTheFileOfTheTokenAreTold() {
        assertThat(Offer.lines(view(1, Optional.of("/state/mcp-token"))))
                .containsExactly(
                        "foster: MCP server s1 is at http://127.0.0.1:8808/mcp/s1",
                        "foster: the token for MCP clients is in /state/mcp-token");
    }

    @Test
    void ofManyOnlySomeAreTold() {
        assertThat(Offer.lines(view(12, Optional.empty())))
                .hasSize(11)
                .last()
                .isEqualTo("foster: and 2 more MCP servers; foster ps lists them");
    }
}
