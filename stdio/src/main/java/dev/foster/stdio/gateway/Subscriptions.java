package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.wording.Wording;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What the modern clients of one caller listen for at legacy children. A legacy child tells of
 * changes without being asked; here those who asked are picked out.
 */
final class Subscriptions {
    private static final Map<String, String> KINDS =
            Map.of(
                    "notifications/tools/list_changed", "tools",
                    "notifications/prompts/list_changed", "prompts",
                    "notifications/resources/list_changed", "resources");

    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();

    /** What a listener wants of a child while it listens. */
    interface Watching {
        void watch(String uri);

        void unwatch(String uri);
    }

    boolean isEmpty() {
        return listeners.isEmpty();
    }

    /** Begins to listen, for as long as the client does. */
    Call listen(RpcMessage request, RawJson capabilities, ClientSink aside, Watching watching) {
        RawJson wanted = request.params().member("notifications").orElse(RawJson.number(0));
        if (!wanted.isObject()) {
            return Call.answered(
                    RpcMessage.error(
                            request.id(),
                            new RpcProblem(
                                    RpcProblem.INVALID_PARAMS,
                                    "cannot listen: notifications is missing; say what to listen"
                                            + " for")));
        }
        var listener = new Listener(request, honoured(wanted, capabilities), aside, watching);
        listener.begin();
        return listener;
    }

    /** The part of it that the server can keep. */
    private static RawJson honoured(RawJson wanted, RawJson capabilities) {
        var kept = new LinkedHashMap<String, RawJson>();
        for (String kind : List.of("tools", "prompts", "resources")) {
            wanted.member(kind + "ListChanged")
                    .filter(RawJson::isTrue)
                    .filter(
                            _ ->
                                    capabilities
                                            .at(kind, "listChanged")
                                            .filter(RawJson::isTrue)
                                            .isPresent())
                    .ifPresent(it -> kept.put(kind + "ListChanged", it));
        }
        wanted.member("resourceSubscriptions")
                .filter(RawJson::isArray)
                .filter(
                        _ ->
                                capabilities
                                        .at("resources", "subscribe")
                                        .filter(RawJson::isTrue)
                                        .isPresent())
                .ifPresent(it -> kept.put("resourceSubscriptions", it));
        return RawJson.object(kept);
    }

    /** A child told of a change. */
    void changed(RpcMessage message) {
        listeners.forEach(listener -> listener.changed(message));
    }

    /** Ends all of them in order: the server goes. */
    void close() {
        listeners.forEach(Listener::end);
    }

    private final class Listener implements Call {
        private final RawJson id;
        private final RawJson filter;
        private final Set<String> uris;
        private final ClientSink aside;
        private final Watching watching;
        private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();

        Listener(RpcMessage request, RawJson filter, ClientSink aside, Watching watching) {
            this.id = request.id();
            this.filter = filter;
            this.uris =
                    filter
                            .member("resourceSubscriptions")
                            .orElse(RawJson.emptyObject())
                            .elements()
                            .stream()
                            .flatMap(uri -> uri.text().stream())
                            .collect(Collectors.toUnmodifiableSet());
            this.aside = aside;
            this.watching = watching;
        }

        void begin() {
            aside.say(
                    Wording.withSubscription(
                            RpcMessage.notification(
                                    Mcp.ACKNOWLEDGED_NOTE,
                                    RawJson.emptyObject().with("notifications", filter)),
                            id));
            listeners.add(this);
            uris.forEach(watching::watch);
        }

        void changed(RpcMessage message) {
            String kind = KINDS.get(message.method());
            boolean wanted =
                    kind == null
                            ? message.isFor(Mcp.RESOURCE_UPDATED_NOTE)
                                    && uris.contains(message.params().text("uri").orElse(""))
                            : filter.member(kind + "ListChanged").isPresent();
            if (wanted) {
                aside.say(Wording.withSubscription(message, id));
            }
        }

        void end() {
            if (listeners.remove(this)) {
                answer.complete(
                        RpcMessage.result(
                                id,
                                RawJson.parse(
                                        "{\"resultType\":\"complete\",\"_meta\":{\""
                                                + Mcp.META_SUBSCRIPTION
                                                + "\":"
                                                + id.json()
                                                + "}}")));
            }
        }

        @Override
        public CompletableFuture<RpcMessage> answer() {
            return answer;
        }

        @Override
        public void cancel(String why) {
            if (listeners.remove(this)) {
                uris.forEach(watching::unwatch);
                answer.complete(
                        RpcMessage.error(id, new RpcProblem(Mcp.CANCELLED, "cancelled: " + why)));
            }
        }
    }
}
