package dev.foster.stdio.access;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.Peer;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Requests as a server would hand them over, and what to read in the answers. */
final class Asked {
    static final String PATH = "/mcp/files";

    private Asked() {}

    static HttpRequest with(Headers headers) {
        return request("POST", List.of("mcp", "files"), headers);
    }

    static HttpRequest request(String method, List<String> path, Headers headers) {
        return new HttpRequest(
                method,
                path,
                Map.of(),
                headers,
                HttpRequest.Body.of(new byte[0]),
                new Peer("somebody", OptionalInt.of(8080)));
    }

    static HttpRequest local() {
        return with(Headers.of("host", "localhost:8080"));
    }

    static HttpRequest bearing(String token) {
        return with(Headers.of("host", "localhost:8080").with("authorization", "Bearer " + token));
    }

    static Caller admitted(AccessDecision entry) {
        return switch (entry) {
            case AccessDecision.Admitted(Caller caller) -> caller;
            case AccessDecision.Refused(HttpResponse response, _) ->
                    throw new AssertionError("refused: " + text(response));
        };
    }

    static HttpResponse refused(AccessDecision entry) {
        return switch (entry) {
            case AccessDecision.Admitted(Caller caller) ->
                    throw new AssertionError("let in: " + caller);
            case AccessDecision.Refused(HttpResponse response, _) -> response;
        };
    }

    static String text(HttpResponse response) {
        return switch (response.content()) {
            case HttpResponse.Whole(byte[] bytes) -> new String(bytes, StandardCharsets.UTF_8);
            case HttpResponse.Streamed _ -> throw new AssertionError("a stream");
        };
    }

    /** The message of a refusal, which must be one of JSON-RPC. */
    static String message(HttpResponse response) {
        String text = text(response);
        Members all = Members.of(JsonText.parse(text));
        if (!all.text("jsonrpc").equals("2.0") || text.contains("\"id\"")) {
            throw new AssertionError(text);
        }
        Members error = Members.of(all.inner("error"));
        if (error.number("code") != -32001) {
            throw new AssertionError(text);
        }
        return error.text("message");
    }

    static String challenge(HttpResponse response) {
        return response.headers().first("www-authenticate").orElse("");
    }
}
