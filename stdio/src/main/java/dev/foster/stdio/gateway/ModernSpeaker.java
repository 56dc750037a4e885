package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.wording.Wording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A legacy client and a modern child. What the client said once, in its initialize, is said to the
 * child with every request; what the child wants to know before it can answer, the client is asked;
 * and the client's subscriptions are one subscription at the child.
 */
final class ModernSpeaker implements Speaker {
    private static final int MOST_ROUNDS = 16;

    private final Lane lane;
    private final Guest guest;
    private final Hello hello;
    private final ClientSink general;
    private final RawJson greeting;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<RawJson, CompletableFuture<RpcMessage>> questions = new ConcurrentHashMap<>();
    private final Set<String> subscriptions = new ConcurrentSkipListSet<>();
    private volatile Greeted child;
    private volatile Optional<RawJson> level = Optional.empty();
    private Optional<Call> listening = Optional.empty();

    ModernSpeaker(Lane lane, Guest guest, Greeted child, Hello hello, ClientSink general) {
        this.lane = lane;
        this.guest = guest;
        this.child = child;
        this.hello = hello;
        this.general = general;
        this.greeting =
                Wording.initializeResult(
                        child.greeting(), hello.initialize().text("protocolVersion"));
    }

    @Override
    public RawJson greeting() {
        return greeting;
    }

    @Override
    public Call request(RpcMessage request, ClientSink aside) {
        String uri = request.params().text("uri").orElse("");
        switch (request.method()) {
            case "ping" -> {
                // The broker answers for a child whose era has no such question.
            }
            case Mcp.SET_LEVEL -> level = request.params().member("level");
            case Mcp.SUBSCRIBE -> {
                subscriptions.add(uri);
                listen();
            }
            case Mcp.UNSUBSCRIBE -> {
                subscriptions.remove(uri);
                listen();
            }
            default -> {
                var rounds = new Rounds(request, aside);
                rounds.go(params(request));
                return rounds;
            }
        }
        return Call.answered(RpcMessage.result(request.id(), RawJson.emptyObject()));
    }

    private RawJson params(RpcMessage request) {
        RawJson params = hello.over(request.params());
        return level.map(
                        wanted ->
                                params.with(
                                        Mcp.META,
                                        params.member(Mcp.META)
                                                .orElseThrow()
                                                .with(Mcp.META_LOG_LEVEL, wanted)))
                .orElse(params);
    }

    @Override
    public void tell(RpcMessage message) {
        if (message.isResponse()) {
            CompletableFuture<RpcMessage> asked = questions.remove(message.id());
            if (asked != null) {
                asked.complete(message);
            }
        } else if (message.isFor(Mcp.INITIALIZED)) {
            listen();
        } else if (message.isFor(Mcp.CANCELLED_NOTE)) {
            lane.tell(guest, message);
        }
        // A modern child knows no other notification of a client.
    }

    @Override
    public void hear(RpcMessage message) {
        general.say(message);
    }

    @Override
    public void restarted(Greeted next) {
        child = next;
        listen();
    }

    /**
     * One subscription to all the client would be told; a changed one takes the old one's place.
     */
    private synchronized void listen() {
        Optional<RawJson> wanted = Wording.listenFilter(child.capabilities(), subscriptions);
        listening.ifPresent(call -> call.cancel("subscriptions changed"));
        listening =
                wanted.map(
                        filter ->
                                lane.request(
                                        guest,
                                        RpcMessage.request(
                                                RawJson.string(
                                                        "foster-listen-"
                                                                + numbers.incrementAndGet()),
                                                Mcp.LISTEN,
                                                hello.over(
                                                        RawJson.emptyObject()
                                                                .with("notifications", filter))),
                                        this::changed));
    }

    private void changed(RpcMessage message) {
        if (!message.isFor(Mcp.ACKNOWLEDGED_NOTE)) {
            general.say(Wording.withoutSubscription(message));
        }
    }

    /** A request that may need several rounds of questions. */
    private final class Rounds implements Call {
        private final RpcMessage request;
        private final ClientSink aside;
        private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
        private volatile Call underway =
                Call.answered(RpcMessage.notification("none", RawJson.emptyObject()));
        private int rounds;

        Rounds(RpcMessage request, ClientSink aside) {
            this.request = request;
            this.aside = aside;
        }

        void go(RawJson params) {
            underway = lane.request(guest, request.withParams(params), aside);
            var _ = underway.answer().thenAccept(response -> answered(params, response));
        }

        private void answered(RawJson params, RpcMessage response) {
            Optional<RawJson> result = response.result();
            if (result.isEmpty() || !Wording.isQuestion(result.get())) {
                answer.complete(
                        result.map(it -> response.withResult(Wording.legacyResult(it)))
                                .orElse(response));
            } else if (++rounds > MOST_ROUNDS) {
                answer.complete(
                        RpcMessage.error(
                                request.id(),
                                new RpcProblem(
                                        RpcProblem.INTERNAL_ERROR,
                                        "cannot answer: the server asked "
                                                + MOST_ROUNDS
                                                + " times and asks again; give up")));
            } else {
                ask(params, result.get());
            }
        }

        /** Asks the client all the child wants to know, then asks the child again. */
        private void ask(RawJson params, RawJson result) {
            var answers = new LinkedHashMap<String, CompletableFuture<RpcMessage>>();
            var toAsk = new ArrayList<RpcMessage>();
            result.member("inputRequests")
                    .orElse(RawJson.emptyObject())
                    .members()
                    .forEach(
                            (key, question) -> {
                                RawJson id =
                                        RawJson.string(
                                                "foster-question-" + numbers.incrementAndGet());
                                var asked = new CompletableFuture<RpcMessage>();
                                questions.put(id, asked);
                                answers.put(key, asked);
                                toAsk.add(Wording.question(id, question));
                            });
            toAsk.forEach(aside::say);
            var _ =
                    CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
                            .thenRun(() -> retry(params, result, answers));
        }

        private void retry(
                RawJson params,
                RawJson result,
                Map<String, CompletableFuture<RpcMessage>> answers) {
            var responses = new LinkedHashMap<String, RawJson>();
            for (Map.Entry<String, CompletableFuture<RpcMessage>> each : answers.entrySet()) {
                RpcMessage response = each.getValue().join();
                if (response.result().isEmpty()) {
                    answer.complete(
                            RpcMessage.error(
                                    request.id(),
                                    new RpcProblem(
                                            RpcProblem.INTERNAL_ERROR,
                                            "cannot answer: the client refused what the server"
                                                    + " asked for; answer its questions")));
                    return;
                }
                responses.put(each.getKey(), response.result().get());
            }
            RawJson next = params.with("inputResponses", RawJson.object(responses));
            go(
                    result.member("requestState")
                            .map(state -> next.with("requestState", state))
                            .orElseGet(() -> next.without("requestState")));
        }

        @Override
        public CompletableFuture<RpcMessage> answer() {
            return answer;
        }

        @Override
        public void cancel(String why) {
            underway.cancel(why);
            answer.complete(RpcMessage.error(request.id(), new RpcProblem(Mcp.CANCELLED, why)));
        }
    }
}
