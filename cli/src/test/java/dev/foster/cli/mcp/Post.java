package dev.foster.cli.mcp;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Requests as any client of the legacy era sends them. */
final class Post {
    private static final String GREETING =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    private Post() {}

    static HttpResponse<String> greeting(String url, String... headers)
            throws IOException, InterruptedException {
        return message(url, GREETING, headers);
    }

    /** Opens a session. */
    static String session(String url, String... headers) throws IOException, InterruptedException {
        HttpResponse<String> greeted = greeting(url, headers);
        return greeted.headers()
                .firstValue("mcp-session-id")
                .orElseThrow(() -> new AssertionError(greeted.statusCode() + greeted.body()));
    }

    static HttpResponse<String> message(String url, String json, String... headers)
            throws IOException, InterruptedException {
        return send("POST", url, json, headers);
    }

    static int end(String url, String session) throws IOException, InterruptedException {
        return send("DELETE", url, "", "Mcp-Session-Id", session).statusCode();
    }

    private static HttpResponse<String> send(
            String method, String url, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(Duration.ofSeconds(60))
                        .header("Accept", "application/json, text/event-stream")
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    /** What the tool of the tiny server tells: its process id, or a variable. */
    static String told(String url, String session, String arguments, String... headers)
            throws IOException, InterruptedException {
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tell\","
                    + "\"arguments\":"
                        + arguments
                        + "}}";
        var all = new ArrayList<>(List.of("Mcp-Session-Id", session));
        all.addAll(List.of(headers));
        HttpResponse<String> answer = message(url, call, all.toArray(String[]::new));
        return answer.body().replaceFirst("(?s).*\"text\": ?\"(.*?)\".*", "$1");
    }
}
