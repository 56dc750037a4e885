package dev.foster.stdio.wording;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.CacheHint;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same thing in the words of one era and of the other. Pure: texts in, texts out. */
public final class Wording {
    private static final RawJson TRUE = RawJson.parse("true");
    private static final RawJson VERSIONS =
            RawJson.array(Mcp.VERSIONS.stream().map(RawJson::string).toList());
    private static final RawJson COMPLETE = RawJson.string("complete");
    private static final String INPUT_REQUIRED = "input_required";
    private static final List<String> LISTS = List.of("tools", "prompts", "resources");

    private Wording() {}

    // ---- for legacy clients of modern children ----

    /** The answer to initialize, from what a modern server says of itself. */
    public static RawJson initializeResult(RawJson discovered, Optional<String> asked) {
        var result = new LinkedHashMap<String, RawJson>();
        result.put(
                "protocolVersion",
                RawJson.string(asked.filter(Mcp.LEGACY_VERSIONS::contains).orElse(Mcp.LEGACY)));
        result.put("capabilities", discovered.member("capabilities").orElse(RawJson.emptyObject()));
        result.put(
                "serverInfo",
                discovered
                        .at(Mcp.META, Mcp.META_SERVER)
                        .orElse(RawJson.parse("{\"name\":\"unknown\",\"version\":\"0\"}")));
        discovered.member("instructions").ifPresent(it -> result.put("instructions", it));
        return RawJson.object(result);
    }

    /** A result without what only the modern era has in it. */
    public static RawJson legacyResult(RawJson result) {
        RawJson plain = result.without("resultType").without("ttlMs").without("cacheScope");
        Optional<RawJson> meta = plain.member(Mcp.META).map(it -> it.without(Mcp.META_SERVER));
        if (meta.isEmpty()) {
            return plain;
        }
        return meta.get().members().isEmpty()
                ? plain.without(Mcp.META)
                : plain.with(Mcp.META, meta.get());
    }

    /** Whether a result is a question instead of an answer. */
    public static boolean isQuestion(RawJson result) {
        return result.text("resultType").equals(Optional.of(INPUT_REQUIRED));
    }

    /** A question out of a result, as the request a legacy server would have sent. */
    public static RpcMessage question(RawJson id, RawJson question) {
        String method = question.text("method").orElse("");
        RawJson params = question.member("params").orElse(RawJson.emptyObject());
        boolean nameless =
                params.text("mode").equals(Optional.of("url"))
                        && params.member("elicitationId").isEmpty();
        // The legacy era names such questions; the modern one has no need to.
        return RpcMessage.request(id, method, nameless ? params.with("elicitationId", id) : params);
    }

    /** What to subscribe to, for a client that is told everything; empty when there is nothing. */
    public static Optional<RawJson> listenFilter(RawJson capabilities, Collection<String> uris) {
        var filter = new LinkedHashMap<String, RawJson>();
        for (String list : LISTS) {
            if (capabilities.at(list, "listChanged").filter(RawJson::isTrue).isPresent()) {
                filter.put(list + "ListChanged", TRUE);
            }
        }
        if (!uris.isEmpty()) {
            filter.put(
                    "resourceSubscriptions",
                    RawJson.array(uris.stream().map(RawJson::string).toList()));
        }
        return filter.isEmpty() ? Optional.empty() : Optional.of(RawJson.object(filter));
    }

    /** A notification without the mark of the subscription it came by. */
    public static RpcMessage withoutSubscription(RpcMessage message) {
        RawJson params = message.params();
        RawJson meta =
                params.member(Mcp.META)
                        .orElse(RawJson.emptyObject())
                        .without(Mcp.META_SUBSCRIPTION);
        return message.withParams(
                meta.members().isEmpty() ? params.without(Mcp.META) : params.with(Mcp.META, meta));
    }

    // ---- for modern clients ----

    /** The result of server/discover, from what a legacy server answered to initialize. */
    public static RawJson discoverResult(RawJson initialized) {
        var result = new LinkedHashMap<String, RawJson>();
        result.put("resultType", COMPLETE);
        // Tasks of the legacy era are no tasks of the modern one.
        result.put(
                "capabilities",
                initialized.member("capabilities").orElse(RawJson.emptyObject()).without("tasks"));
        initialized.member("instructions").ifPresent(it -> result.put("instructions", it));
        initialized
                .member("serverInfo")
                .ifPresent(it -> result.put(Mcp.META, RawJson.object(Map.of(Mcp.META_SERVER, it))));
        return RawJson.object(result);
    }

    /**
     * A result with all the modern era wants in it; what is there and makes sense stays.
     *
     * @param method what was asked
     * @param server what the server says it is
     */
    public static RawJson modernResult(
            String method, RawJson result, Optional<RawJson> server, CacheHint hint) {
        RawJson full =
                result.text("resultType").isPresent()
                        ? result
                        : result.with("resultType", COMPLETE);
        if (method.equals(Mcp.DISCOVER)) {
            // What the child does not speak is translated for it.
            full = full.with("supportedVersions", VERSIONS);
        }
        if (Mcp.CACHED.contains(method) && !isQuestion(full)) {
            full = hinted(full, hint);
        }
        RawJson meta = full.member(Mcp.META).orElse(RawJson.emptyObject());
        return server.isPresent() && meta.member(Mcp.META_SERVER).isEmpty()
                ? full.with(Mcp.META, meta.with(Mcp.META_SERVER, server.get()))
                : full;
    }

    /** With valid hints: the server's own where they are. */
    private static RawJson hinted(RawJson result, CacheHint hint) {
        boolean timed = result.member("ttlMs").filter(it -> it.whole().orElse(-1) >= 0).isPresent();
        Optional<String> scope = result.text("cacheScope");
        RawJson with =
                timed ? result : result.with("ttlMs", RawJson.number(hint.time().toMillis()));
        return scope.isPresent() && (scope.get().equals("public") || scope.get().equals("private"))
                ? with
                : with.with("cacheScope", RawJson.string(hint.shared() ? "public" : "private"));
    }

    /** Parameters for a legacy server: without what the modern era adds to every request. */
    public static RawJson legacyParams(RawJson params) {
        RawJson meta =
                params.member(Mcp.META)
                        .orElse(RawJson.emptyObject())
                        .without(Mcp.META_VERSION)
                        .without(Mcp.META_CLIENT)
                        .without(Mcp.META_CAPABILITIES);
        RawJson plain = params.without("inputResponses").without("requestState");
        return meta.members().isEmpty() ? plain.without(Mcp.META) : plain.with(Mcp.META, meta);
    }

    /** An error of a legacy server; a resource that is not there has another code now. */
    public static RpcMessage modernError(RpcMessage response) {
        return response.error()
                .filter(error -> error.member("code").equals(Optional.of(RawJson.number(-32002))))
                .map(error -> response.withError(error.with("code", RawJson.number(-32602))))
                .orElse(response);
    }

    /** A result that asks instead of answering. */
    public static RawJson inputRequired(Map<String, RpcMessage> questions, String state) {
        var requests = new LinkedHashMap<String, RawJson>();
        questions.forEach(
                (key, question) ->
                        requests.put(
                                key,
                                RawJson.emptyObject()
                                        .with("method", RawJson.string(question.method()))
                                        .with("params", question.params())));
        return RawJson.emptyObject()
                .with("resultType", RawJson.string(INPUT_REQUIRED))
                .with("inputRequests", RawJson.object(requests))
                .with("requestState", RawJson.string(state));
    }

    /** A notification with the mark of a subscription. */
    public static RpcMessage withSubscription(RpcMessage message, RawJson id) {
        RawJson params = message.params();
        RawJson meta = params.member(Mcp.META).orElse(RawJson.emptyObject());
        return message.withParams(params.with(Mcp.META, meta.with(Mcp.META_SUBSCRIPTION, id)));
    }

    /** What a client must be able to do for this question of a server; empty when it need not. */
    public static Optional<RawJson> missingCapability(RawJson capabilities, RpcMessage question) {
        String needed =
                switch (question.method()) {
                    case "sampling/createMessage" -> "sampling";
                    case "elicitation/create" -> "elicitation";
                    case "roots/list" -> "roots";
                    default -> "experimental";
                };
        return capabilities.member(needed).isPresent()
                ? Optional.empty()
                : Optional.of(RawJson.object(Map.of(needed, RawJson.emptyObject())));
    }
}
