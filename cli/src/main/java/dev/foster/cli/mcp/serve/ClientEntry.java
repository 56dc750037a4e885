package dev.foster.cli.mcp.serve;

import dev.foster.json.JsonText;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person pastes into the configuration of a client that takes a URL. */
final class ClientEntry {
    private ClientEntry() {}

    /** A server's name and address. */
    record Address(String name, String url) {}

    /**
     * The entries of all servers.
     *
     * @param bearer the token they want; empty when they want none
     */
    static String of(List<Address> servers, Optional<String> bearer) {
        return servers.stream()
                .map(server -> entry(server, bearer))
                .collect(Collectors.joining(",\n", "{\n  \"mcpServers\": {\n", "\n  }\n}"));
    }

    private static String entry(Address server, Optional<String> bearer) {
        String headers =
                bearer.map(
                                token ->
                                        ",\n      \"headers\": {\"Authorization\": "
                                                + JsonText.write("Bearer " + token)
                                                + "}")
                        .orElse("");
        return "    "
                + JsonText.write(server.name())
                + ": {\n      \"type\": \"http\",\n      \"url\": "
                + JsonText.write(server.url())
                + headers
                + "\n    }";
    }
}
