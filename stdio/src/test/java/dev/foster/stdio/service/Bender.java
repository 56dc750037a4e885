package dev.foster.stdio.service;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes requests that are right but for one to three things. */
final class Bender {
    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static final List<String> METHODS =
            List.of(
                    "tools/list",
                    "tools/call",
                    "ping",
                    "initialize",
                    "resources/list",
                    "resources/read",
                    "prompts/get",
                    "completion/complete",
                    "logging/setLevel",
                    "resources/subscribe",
                    "server/discover",
                    "notifications/cancelled",
                    "notifications/progress",
                    "no/such",
                    "",
                    "__proto__");

    private static final List<String> VALUES =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1e400",
                    "1.5",
                    "123456789012345678901234567890",
                    "\"\"",
                    "\"\\u0000\"",
                    "\"\\ud800\"",
                    "\"test_simple_text\"",
                    "\"é😀\"",
                    "[]",
                    "[[[[1]]]]",
                    "{}",
                    "{\"name\":\"test_simple_text\"}",
                    "{\"a\":1,\"a\":2}");

    private static final List<String> HEADERS =
            List.of(
                    "mcp-session-id",
                    "mcp-protocol-version",
                    "mcp-method",
                    "mcp-name",
                    "mcp-param-region",
                    "last-event-id",
                    "accept",
                    "content-type",
                    "authorization",
                    "origin",
                    "host",
                    "expect",
                    "x-anything");

    private static final List<String> HEADER_VALUES =
            List.of(
                    "",
                    " ",
                    "2026-07-28",
                    "2025-11-25",
                    "9999-99-99",
                    "=?base64?w6k=?=",
                    "=?base64?!!!?=",
                    "application/json",
                    "text/event-stream",
                    "*/*",
                    "text/plain;q=0.1,,;",
                    "Bearer",
                    "1_999999999999999999999",
                    "..%2f..",
                    "tools/list",
                    "\u00ff\u0080",
                    "x".repeat(3_000));

    private final SplittableRandom random;
    private final String legacySession;
    private final String modernSession;

    Bender(SplittableRandom random, String legacySession, String modernSession) {
        this.random = random;
        this.legacySession = legacySession;
        this.modernSession = modernSession;
    }

    byte[] next() {
        boolean toLegacy = random.nextBoolean();
        boolean asModern = random.nextBoolean();
        String method = pick(METHODS);
        String body = body(method, asModern);
        var headers = new ArrayList<String>();
        headers.add("host: localhost");
        headers.add("content-type: application/json");
        headers.add("accept: application/json, text/event-stream");
        if (asModern) {
            headers.add("mcp-protocol-version: 2026-07-28");
            headers.add("mcp-method: " + method);
            headers.add("mcp-name: test_simple_text");
        } else {
            headers.add("mcp-session-id: " + (toLegacy ? legacySession : modernSession));
        }
        bendHeaders(headers);
        byte[] bytes = bend(body.getBytes(StandardCharsets.UTF_8));
        String verb = random.nextInt(30) == 0 ? pick(List.of("PUT", "PATCH", "OPTIONS")) : "POST";
        String path =
                random.nextInt(30) == 0 ? strangePath() : toLegacy ? "/mcp/legacy" : "/mcp/modern";
        return message(verb + " " + path + " HTTP/1.1", headers, bytes);
    }

    private String strangePath() {
        return pick(
                List.of(
                        "/",
                        "/mcp",
                        "/mcp/",
                        "/mcp/none",
                        "/mcp/legacy/x",
                        "/mcp/%00",
                        "/mcp/a%ff",
                        "/MCP/legacy",
                        "/mcp/legacy?x=%zz",
                        "//mcp/legacy"));
    }

    private String body(String method, boolean asModern) {
        String id =
                random.nextInt(3) == 0 ? pick(VALUES) : Integer.toString(random.nextInt(1_000_000));
        String params =
                random.nextInt(3) == 0
                        ? pick(VALUES)
                        : "{\"name\":\"test_simple_text\",\"uri\":\"test://static-text\""
                                + (asModern ? "," + META : "")
                                + (random.nextInt(3) == 0 ? ",\"arguments\":" + pick(VALUES) : "")
                                + "}";
        return switch (random.nextInt(8)) {
            case 0 -> pick(VALUES);
            case 1 -> "[" + pick(VALUES) + "]";
            case 2 -> "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + params + "}";
            case 3 -> "{\"jsonrpc\":\"1.0\",\"id\":" + id + ",\"method\":" + pick(VALUES) + "}";
            case 4 ->
                    "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
            default ->
                    "{\"jsonrpc\":\"2.0\",\"id\":"
                            + id
                            + ",\"method\":\""
                            + method
                            + "\",\"params\":"
                            + params
                            + "}";
        };
    }

    private void bendHeaders(List<String> headers) {
        for (int i = random.nextInt(3); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> headers.remove(random.nextInt(headers.size()));
                case 1 -> headers.add("broken header line");
                default -> {
                    String name = pick(HEADERS);
                    headers.removeIf(line -> line.startsWith(name + ":") && random.nextBoolean());
                    headers.add(name + ": " + pick(HEADER_VALUES));
                }
            }
            if (headers.isEmpty()) {
                return;
            }
        }
    }

    private byte[] bend(byte[] body) {
        return switch (random.nextInt(8)) {
            case 0 -> Arrays.copyOf(body, random.nextInt(body.length + 1));
            case 1 -> {
                byte[] flipped = body.clone();
                if (flipped.length > 0) {
                    flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
                }
                yield flipped;
            }
            case 2 ->
                    random.nextInt(10) == 0
                            ? "[".repeat(90_000).getBytes(StandardCharsets.UTF_8)
                            : body;
            case 3 -> random.nextInt(10) == 0 ? new byte[100_001] : body;
            default -> body;
        };
    }

    /** Whole, in chunks, or of a length that is not true. */
    private byte[] message(String first, List<String> headers, byte[] body) {
        var out = new ByteArrayOutputStream();
        int kind = random.nextInt(20);
        String length =
                switch (kind) {
                    case 0 -> "transfer-encoding: chunked";
                    case 1 ->
                            "content-length: "
                                    + pick(List.of("-1", "x", "99999999999999999999", "+5", ""));
                    case 2 -> "transfer-encoding: gzip";
                    default -> "content-length: " + body.length;
                };
        String head = first + "\r\n" + String.join("\r\n", headers) + "\r\n" + length + "\r\n\r\n";
        out.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        if (kind == 0) {
            out.writeBytes(
                    (Integer.toHexString(body.length) + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(body);
            out.writeBytes(
                    (body.length == 0 ? "\r\n" : "\r\n0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
        } else {
            out.writeBytes(body);
        }
        return out.toByteArray();
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
