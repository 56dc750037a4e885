package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

/** The MCP servers and the sessions of their clients. */
@ExtendWith(Chromium.class)
class McpViewTest {
    private static final String GREETING =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    @TempDir Path folder;

    private static String project() {
        return """
        name: tools
        mcp_gateway: {listen: 0, auth: none}
        processes: {web: {command: [sleep, '1000']}}
        mcp:
          files:
            description: the notes
            command: ['%s', -cp, '%s', dev.foster.browser.StubServer]
        """
                .formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"));
    }

    private static HttpResponse<String> greet(String url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(url))
                            .timeout(Duration.ofSeconds(60))
                            .header("Accept", "application/json, text/event-stream")
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(GREETING))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void serversSessionsAndMethodsAreShownAndASessionIsEnded() throws Exception {
        try (Dashboard dashboard = Dashboard.of(folder.resolve("tools"), project())) {
            Page page = View.open(dashboard, "#/mcp");
            assertThat(page.locator(".views a[data-view=mcp]")).isVisible();
            View.has(page.locator("table[aria-label=Servers]"), "the notes");
            View.has(page.locator("main"), "No client has a session now.");

            String url = dashboard.client().mcp().servers().getFirst().url();
            assertThat(greet(url).statusCode()).isEqualTo(200);
            Locator sessions = page.locator("table[aria-label=Sessions]");
            View.has(sessions, "files");
            View.has(sessions, "2025-11-25");
            View.has(page.locator("table[aria-label=Methods]"), "initialize");

            sessions.getByText("End").click();
            View.has(page.locator("dialog"), "with files?");
            page.locator("dialog .danger").click();
            View.noticed(page, "The session has ended.");
            View.has(page.locator("main"), "No client has a session now.");
            assertThat(dashboard.client().mcp().sessions()).isEmpty();
            assertThat(dashboard.complaints(page)).isEmpty();
        }
    }
}
