package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.mcp.MirroredArguments;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Which arguments of a server's tools are repeated in headers, read from its list of tools once and
 * kept until the server says that its list has changed.
 */
final class ToolHeaders {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_PAGES = 100;

    private final AtomicReference<
                    Optional<CompletableFuture<Map<String, Map<String, List<String>>>>>>
            known = new AtomicReference<>(Optional.empty());

    /** The list may be another now. */
    void forget() {
        known.set(Optional.empty());
    }

    /**
     * Checks a request as far as nobody need be asked for that.
     *
     * @return what is left to be checked when there is a child
     */
    Optional<HeaderCheck> early(RpcMessage request, HeaderCheck check) {
        Optional<String> tool = tool(request);
        var loaded = known.get().filter(it -> it.isDone() && !it.isCompletedExceptionally());
        if (tool.isPresent() && loaded.isPresent()) {
            check.check(loaded.get().join().getOrDefault(tool.get(), Map.of()));
        }
        return tool.isPresent() && loaded.isEmpty() ? Optional.of(check) : Optional.empty();
    }

    /** Makes the check with what this child tells of its tools; fails when the check does. */
    CompletableFuture<Greeted> late(
            Greeted child, Hello hello, RpcMessage request, HeaderCheck check) {
        return of(child, hello, tool(request).orElse(""))
                .thenApply(
                        mirrored -> {
                            check.check(mirrored);
                            return child;
                        });
    }

    private static Optional<String> tool(RpcMessage request) {
        return request.isFor(Mcp.TOOLS_CALL) ? request.params().text("name") : Optional.empty();
    }

    private CompletableFuture<Map<String, List<String>>> of(
            Greeted child, Hello hello, String tool) {
        var loaded = known.get();
        CompletableFuture<Map<String, Map<String, List<String>>>> all;
        if (loaded.isPresent()) {
            all = loaded.get();
        } else {
            all = page(child, hello, Optional.empty(), new HashMap<>(), 0);
            known.set(Optional.of(all));
            var _ =
                    all.whenComplete(
                            (_, failure) -> {
                                if (failure != null) {
                                    forget();
                                }
                            });
        }
        // A server whose tools cannot be listed has none whose headers could be checked.
        return all.handle(
                (tools, failure) ->
                        failure == null ? tools.getOrDefault(tool, Map.of()) : Map.of());
    }

    private CompletableFuture<Map<String, Map<String, List<String>>>> page(
            Greeted child,
            Hello hello,
            Optional<RawJson> cursor,
            Map<String, Map<String, List<String>>> found,
            int pages) {
        RawJson params =
                cursor.map(it -> RawJson.emptyObject().with("cursor", it))
                        .orElse(RawJson.emptyObject());
        RawJson worded = child.era() == Era.MODERN ? hello.over(params) : params;
        return child.peer()
                .call(Mcp.TOOLS_LIST, worded, PATIENCE)
                .thenCompose(
                        answer -> {
                            collect(answer, found);
                            Optional<RawJson> next =
                                    answer.result()
                                            .flatMap(it -> it.member("nextCursor"))
                                            .filter(RawJson::isString);
                            return next.isEmpty() || pages >= MOST_PAGES
                                    ? CompletableFuture.completedFuture(found)
                                    : page(child, hello, next, found, pages + 1);
                        });
    }

    private static void collect(RpcMessage answer, Map<String, Map<String, List<String>>> found) {
        for (RawJson tool :
                answer.result()
                        .flatMap(it -> it.member("tools"))
                        .map(RawJson::elements)
                        .orElse(List.of())) {
            Map<String, List<String>> headers = MirroredArguments.of(tool);
            if (!headers.isEmpty()) {
                found.put(tool.text("name").orElse(""), headers);
            }
        }
    }
}
