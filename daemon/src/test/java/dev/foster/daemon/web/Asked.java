package dev.foster.daemon.web;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.Peer;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A request as a test writes it: {@code Asked.get("/v1/project").with("origin", "null")}. */
record Asked(String method, String target, Headers headers, String body) {
    static final String HOST = "127.0.0.1:7433";

    static Asked of(String method, String target) {
        return new Asked(method, target, Headers.of("host", HOST), "");
    }

    static Asked get(String target) {
        return of("GET", target);
    }

    /** As the page sends it. */
    static Asked post(String target, String json) {
        return new Asked(
                "POST",
                target,
                Headers.of("host", HOST)
                        .with("origin", "http://" + HOST)
                        .with("sec-fetch-site", "same-origin")
                        .with("foster-request", "1")
                        .with("content-type", "application/json"),
                json);
    }

    Asked with(String name, String value) {
        return new Asked(method, target, headers.with(name, value), body);
    }

    Asked without(String name) {
        List<Headers.Line> lines =
                headers.lines().stream().filter(it -> !it.name().equals(name)).toList();
        return new Asked(method, target, new Headers(lines), body);
    }

    Asked instead(String name, String value) {
        return without(name).with(name, value);
    }

    HttpRequest request() {
        String[] parts = target.split("\\?", 2);
        Map<String, List<String>> query =
                parts.length == 1
                        ? Map.of()
                        : Map.of(
                                parts[1].substring(0, parts[1].indexOf('=')),
                                List.of(parts[1].substring(parts[1].indexOf('=') + 1)));
        return new HttpRequest(
                method,
                List.of(parts[0].substring(1).split("/", -1)),
                query,
                headers,
                HttpRequest.Body.of(body.getBytes(StandardCharsets.UTF_8)),
                new Peer("127.0.0.1:50000", OptionalInt.of(7433)));
    }
}
