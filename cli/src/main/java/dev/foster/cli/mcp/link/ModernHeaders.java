package dev.foster.cli.mcp.link;

import dev.foster.http.Headers;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The headers that repeat what a message of the modern era says in its body. */
public final class ModernHeaders {
    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private ModernHeaders() {}

    /** What a message claims to speak; empty for one of the legacy era. */
    public static Optional<String> version(RpcMessage message) {
        return message.params().at(Mcp.META, Mcp.META_VERSION).flatMap(RawJson::text);
    }

    public static Headers of(RpcMessage message, LearntToolHeaders tools) {
        Headers headers =
                Headers.of("accept", "application/json, text/event-stream")
                        .with("mcp-protocol-version", version(message).orElse(Mcp.MODERN))
                        .with("mcp-method", encode(message.method()));
        Optional<String> name = name(message);
        if (name.isPresent()) {
            headers = headers.with("mcp-name", encode(name.get()));
        }
        if (message.isFor(Mcp.TOOLS_CALL)) {
            for (Headers.Line line : tools.of(message.params()).lines()) {
                headers = headers.with(line.name(), line.value());
            }
        }
        return headers;
    }

    private static Optional<String> name(RpcMessage message) {
        RawJson params = message.params();
        return switch (message.method()) {
            case Mcp.TOOLS_CALL, "prompts/get" -> params.text("name");
            case "resources/read" -> params.text("uri");
            case "tasks/get", "tasks/update", "tasks/cancel" -> params.text("taskId");
            default -> Optional.empty();
        };
    }

    /** As it is where a header can carry it, else wrapped. */
    static String encode(String value) {
        boolean plain =
                !value.isEmpty()
                        && value.equals(value.strip())
                        && value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
                        && !(value.startsWith(BEGIN) && value.endsWith(END));
        return plain
                ? value
                : BEGIN
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                        + END;
    }
}
