package dev.foster.browser;

import dev.foster.json.JsonText;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server that speaks just enough MCP for a session: a program of its own. */
final class StubServer {
    private StubServer() {}

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (JsonText.parse(line) instanceof Map<?, ?> request && request.containsKey("id")) {
                Object method = request.get("method");
                Object result =
                        "initialize".equals(method)
                                ? Map.of(
                                        "protocolVersion", "2025-11-25",
                                        "capabilities", Map.of(),
                                        "serverInfo", Map.of("name", "stub", "version", "1"))
                                : Map.of();
                System.out.println(
                        JsonText.write(
                                Map.of(
                                        "jsonrpc",
                                        "2.0",
                                        "id",
                                        request.get("id"),
                                        "result",
                                        result)));
            }
        }
    }
}
