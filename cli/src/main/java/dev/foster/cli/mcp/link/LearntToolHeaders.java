package dev.foster.cli.mcp.link;

import dev.foster.http.Headers;
import dev.foster.stdio.mcp.MirroredArguments;
import dev.foster.stdio.rpc.RawJson;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which arguments of tools go into headers as well, learnt from the lists of tools. */
public final class LearntToolHeaders {
    private final Map<String, Map<String, List<String>>> known = new ConcurrentHashMap<>();

    /** Learns from the result of {@code tools/list}. */
    public void learn(RawJson result) {
        for (RawJson tool : result.member("tools").map(RawJson::elements).orElse(List.of())) {
            tool.text("name").ifPresent(name -> known.put(name, MirroredArguments.of(tool)));
        }
    }

    /** The headers that a call's parameters need. */
    Headers of(RawJson params) {
        Headers headers = Headers.none();
        Map<String, List<String>> mirrored =
                params.text("name")
                        .map(name -> known.getOrDefault(name, Map.of()))
                        .orElse(Map.of());
        for (Map.Entry<String, List<String>> mirror : mirrored.entrySet()) {
            Optional<RawJson> value = MirroredArguments.value(params, mirror.getValue());
            if (value.isPresent()) {
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
