package dev.foster.cli.mcp.link;

import dev.foster.control.http.Headers;
import dev.foster.stdio.rpc.RawJson;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which arguments of tools go into headers as well, learnt from the lists of tools. */
public final class ToolHeaders {
    private static final int DEEPEST = 8;

    private final Map<String, Map<String, List<String>>> known = new ConcurrentHashMap<>();

    /** Learns from the result of {@code tools/list}. */
    public void learn(RawJson result) {
        for (RawJson tool : result.member("tools").map(RawJson::elements).orElse(List.of())) {
            var headers = new LinkedHashMap<String, List<String>>();
            tool.member("inputSchema").ifPresent(schema -> search(schema, List.of(), headers));
            tool.text("name").ifPresent(name -> known.put(name, headers));
        }
    }

    private static void search(
            RawJson schema, List<String> path, Map<String, List<String>> headers) {
        if (path.size() > DEEPEST) {
            return;
        }
        Map<String, RawJson> properties =
                schema.member("properties").map(RawJson::members).orElse(Map.of());
        properties.forEach(
                (name, property) -> {
                    var inner = new ArrayList<>(path);
                    inner.add(name);
                    property.text("x-mcp-header")
                            .ifPresent(header -> headers.put(header, List.copyOf(inner)));
                    search(property, inner, headers);
                });
    }

    /** The headers that a call's parameters need. */
    Headers of(RawJson params) {
        Headers headers = Headers.none();
        Map<String, List<String>> mirrored =
                params.text("name")
                        .map(name -> known.getOrDefault(name, Map.of()))
                        .orElse(Map.of());
        for (Map.Entry<String, List<String>> mirror : mirrored.entrySet()) {
            Optional<RawJson> value = params.member("arguments");
            for (String name : mirror.getValue()) {
                value = value.flatMap(inner -> inner.member(name));
            }
            if (value.isPresent() && !value.get().isNull()) {
                RawJson present = value.get();
                headers =
                        headers.with(
                                "Mcp-Param-" + mirror.getKey(),
                                ModernHeaders.encode(present.text().orElseGet(present::json)));
            }
        }
        return headers;
    }
}
