package dev.foster.stdio.gateway;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.ServerSpec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Several servers that act as one legacy server: their tools and prompts under prefixes, their
 * resources side by side. It is no process; its members' children are.
 */
final class TogetherPeer implements RpcPeer {
    private static final int MOST_PAGES = 50;
    private static final Set<String> NAMED = Set.of(Mcp.TOOLS_CALL, "prompts/get");
    private static final Set<String> BY_URI =
            Set.of("resources/read", Mcp.SUBSCRIBE, Mcp.UNSUBSCRIBE);

    /** The lists, with the member of a result and the capability they belong to. */
    private static final Map<String, String> LISTS =
            Map.of(
                    Mcp.TOOLS_LIST,
                    "tools",
                    "prompts/list",
                    "prompts",
                    "resources/list",
                    "resources",
                    "resources/templates/list",
                    "resourceTemplates");

    private final String name;
    private final Map<ServerSpec.Member, McpServer> servers;
    private final Caller caller;
    private final ClientSink heard;
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Map<RawJson, Call> underway = new ConcurrentHashMap<>();
    private final Map<RawJson, Asked> asked = new ConcurrentHashMap<>();
    private final Map<String, TogetherMember> owners = new ConcurrentHashMap<>();
    private volatile List<TogetherMember> members = List.of();

    private record Asked(Talk talk, RawJson id) {}

    /**
     * @param servers the members, in order
     * @param environment the variables of the client it is for
     */
    TogetherPeer(
            String name,
            Map<ServerSpec.Member, McpServer> servers,
            Map<String, String> environment,
            ClientSink heard) {
        this.name = name;
        this.servers = servers;
        this.caller = Caller.of(name, Optional.empty(), Set.of(), environment);
        this.heard = heard;
    }

    @Override
    public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
        return request(
                RpcMessage.request(
                        RawJson.string("foster-" + numbers.incrementAndGet()), method, params),
                timeout);
    }

    @Override
    public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
        RawJson id = request.id();
        return answer(request)
                .thenApply(result -> RpcMessage.result(id, result))
                .exceptionally(failure -> RpcMessage.error(id, Failures.problem(failure)));
    }

    private CompletableFuture<RawJson> answer(RpcMessage request) {
        String method = request.method();
        String list = LISTS.get(method);
        if (method.equals(Mcp.INITIALIZE)) {
            return open(request);
        } else if (method.equals("ping")) {
            return CompletableFuture.completedFuture(RawJson.emptyObject());
        } else if (list != null) {
            return merged(method, list);
        } else if (NAMED.contains(method)) {
            return named(request, request.params().text("name").orElse(""));
        } else if (BY_URI.contains(method)) {
            return byUri(request);
        } else if (method.equals("completion/complete")) {
            return completed(request);
        } else if (method.equals(Mcp.SET_LEVEL)) {
            return all("logging", member -> ask(member, request, request.params()))
                    .thenApply(_ -> RawJson.emptyObject());
        }
        return CompletableFuture.failedFuture(
                new RpcProblem(
                        RpcProblem.METHOD_NOT_FOUND,
                        "cannot answer "
                                + method
                                + ": servers taken together do not have it; ask"
                                + " one of them"));
    }

    // ---- opening ----

    private CompletableFuture<RawJson> open(RpcMessage initialize) {
        var opening = new ArrayList<CompletableFuture<Optional<TogetherMember>>>();
        servers.forEach((member, server) -> opening.add(open(member, server, initialize)));
        return CompletableFuture.allOf(opening.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ -> {
                            members = opening.stream().flatMap(it -> it.join().stream()).toList();
                            if (members.isEmpty()) {
                                throw new RpcProblem(
                                        Mcp.CHILD_GONE,
                                        "cannot open "
                                                + name
                                                + ": none of its servers could be"
                                                + " started; see their logs");
                            }
                            return TogetherGreeting.of(name, members, initialize);
                        });
    }

    private CompletableFuture<Optional<TogetherMember>> open(
            ServerSpec.Member member, McpServer server, RpcMessage initialize) {
        // The talk is in the outlet's hands only after it exists; children speak after that.
        var itself = new CompletableFuture<Talk>();
        Talk talk =
                server.open(
                        caller,
                        initialize,
                        message -> {
                            var _ = itself.thenAccept(it -> said(it, message, heard));
                        });
        itself.complete(talk);
        return talk.opened()
                .thenApply(
                        answer -> {
                            if (answer.result().isEmpty()) {
                                talk.close();
                                return Optional.empty();
                            }
                            talk.tell(
                                    RpcMessage.notification(
                                            Mcp.INITIALIZED, RawJson.emptyObject()));
                            return Optional.of(
                                    new TogetherMember(
                                            member.server(),
                                            member.prefix(),
                                            talk,
                                            answer.result().get()));
                        });
    }

    // ---- asking ----

    private CompletableFuture<RawJson> ask(
            TogetherMember member, RpcMessage request, RawJson params) {
        RawJson id = RawJson.string("foster-" + numbers.incrementAndGet());
        Call call =
                member.ask(
                        id,
                        request.method(),
                        params,
                        message -> said(member.talk(), message, heard));
        RawJson outer = request.id();
        underway.put(outer, call);
        return call.answer()
                .thenApply(
                        answer -> {
                            underway.remove(outer, call);
                            return answer.result().orElseThrow(() -> problem(answer));
                        });
    }

    private static RpcProblem problem(RpcMessage answer) {
        RawJson error = answer.error().orElse(RawJson.emptyObject());
        int code =
                (int)
                        error.member("code")
                                .map(it -> it.whole().orElse(-32603))
                                .orElse(-32603L)
                                .longValue();
        String text = error.text("message").orElse("the server failed");
        return error.member("data")
                .map(data -> new RpcProblem(code, text, data))
                .orElseGet(() -> new RpcProblem(code, text));
    }

    private CompletableFuture<RawJson> named(RpcMessage request, String wanted) {
        for (TogetherMember member : members) {
            Optional<String> inner = member.inner(wanted);
            if (inner.isPresent()) {
                return ask(
                        member,
                        request,
                        request.params().with("name", RawJson.string(inner.get())));
            }
        }
        return unknown(wanted);
    }

    private static CompletableFuture<RawJson> unknown(String thing) {
        return CompletableFuture.failedFuture(
                new RpcProblem(
                        RpcProblem.INVALID_PARAMS,
                        "cannot find " + thing + ": none of the servers has it; see the lists"));
    }

    /** A resource belongs to whoever listed it; otherwise all are tried in turn. */
    private CompletableFuture<RawJson> byUri(RpcMessage request) {
        String uri = request.params().text("uri").orElse("");
        TogetherMember owner = owners.get(uri);
        if (owner != null) {
            return ask(owner, request, request.params());
        }
        List<TogetherMember> able = members.stream().filter(it -> it.can("resources")).toList();
        CompletableFuture<RawJson> result = unknown(uri);
        for (TogetherMember member : able) {
            result =
                    result.exceptionallyCompose(
                            _ ->
                                    ask(member, request, request.params())
                                            .thenApply(
                                                    found -> {
                                                        owners.put(uri, member);
                                                        return found;
                                                    }));
        }
        return result;
    }

    private CompletableFuture<RawJson> completed(RpcMessage request) {
        RawJson ref = request.params().member("ref").orElse(RawJson.emptyObject());
        Optional<String> prompt = ref.text("name");
        for (TogetherMember member : members) {
            Optional<String> inner = prompt.flatMap(member::inner);
            if (member.can("completions") && (prompt.isEmpty() || inner.isPresent())) {
                RawJson own = inner.map(it -> ref.with("name", RawJson.string(it))).orElse(ref);
                return ask(member, request, request.params().with("ref", own));
            }
        }
        return unknown(ref.toString());
    }

    // ---- lists ----

    /** All pages of all members as one list; a member that fails has nothing in it. */
    private CompletableFuture<RawJson> merged(String method, String list) {
        String capability = list.equals("resourceTemplates") ? "resources" : list;
        return all(capability, member -> pages(member, method, list, Optional.empty(), 0))
                .thenApply(
                        lists -> {
                            var together = new ArrayList<RawJson>();
                            lists.forEach(together::addAll);
                            return RawJson.emptyObject().with(list, RawJson.array(together));
                        });
    }

    private CompletableFuture<List<RawJson>> pages(
            TogetherMember member, String method, String list, Optional<RawJson> cursor, int page) {
        RawJson params =
                cursor.map(it -> RawJson.emptyObject().with("cursor", it))
                        .orElse(RawJson.emptyObject());
        RpcMessage request =
                RpcMessage.request(
                        RawJson.string("foster-" + numbers.incrementAndGet()), method, params);
        return ask(member, request, params)
                .thenCompose(
                        result -> {
                            List<RawJson> found = renamed(member, list, result);
                            Optional<RawJson> next =
                                    result.member("nextCursor").filter(RawJson::isString);
                            if (next.isEmpty() || page >= MOST_PAGES) {
                                return CompletableFuture.completedFuture(found);
                            }
                            return pages(member, method, list, next, page + 1)
                                    .thenApply(
                                            more -> {
                                                var both = new ArrayList<>(found);
                                                both.addAll(more);
                                                return both;
                                            });
                        });
    }

    private List<RawJson> renamed(TogetherMember member, String list, RawJson result) {
        List<RawJson> found = result.member(list).map(RawJson::elements).orElse(List.of());
        found.forEach(thing -> thing.text("uri").ifPresent(uri -> owners.put(uri, member)));
        return list.equals("tools") || list.equals("prompts")
                ? found.stream().map(member::outer).toList()
                : found;
    }

    private <T> CompletableFuture<List<T>> all(
            String capability, Function<TogetherMember, CompletableFuture<T>> each) {
        var answers = new ArrayList<CompletableFuture<Optional<T>>>();
        for (TogetherMember member : members) {
            if (member.can(capability)) {
                answers.add(
                        each.apply(member)
                                .handle(
                                        (answer, failure) ->
                                                failure == null
                                                        ? Optional.of(answer)
                                                        : Optional.empty()));
            }
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(_ -> answers.stream().flatMap(it -> it.join().stream()).toList());
    }

    // ---- both ways ----

    /** Members number their questions each for themselves: here they get numbers of their own. */
    private void said(Talk talk, RpcMessage message, ClientSink sink) {
        if (message.isRequest()) {
            RawJson id = RawJson.string("foster-asked-" + numbers.incrementAndGet());
            asked.put(id, new Asked(talk, message.id()));
            sink.say(message.withId(id));
        } else {
            sink.say(message);
        }
    }

    @Override
    public void send(RpcMessage message) {
        if (message.isResponse()) {
            Asked question = asked.remove(message.id());
            if (question != null) {
                question.talk().tell(message.withId(question.id()));
            }
        } else if (!message.isFor(Mcp.INITIALIZED)) {
            members.forEach(member -> member.talk().tell(message));
        }
    }

    @Override
    public void cancel(RawJson id, String why) {
        Call call = underway.remove(id);
        if (call != null) {
            call.cancel(why);
        }
    }

    @Override
    public void extend(RawJson id, Duration more) {
        // The member's own lane has seen the progress, too.
    }

    @Override
    public CompletableFuture<String> ended() {
        return ended;
    }

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public CompletableFuture<?> stop() {
        members.forEach(member -> member.talk().close());
        ended.complete("stopped");
        return CompletableFuture.completedFuture("stopped");
    }
}
