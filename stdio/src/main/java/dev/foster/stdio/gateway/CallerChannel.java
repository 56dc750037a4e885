package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.CacheHint;
import dev.foster.stdio.wording.Wording;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where the modern requests of one caller are answered, each for itself, by one child. A modern
 * child gets them as they are; a legacy child gets them in its own words.
 */
final class CallerChannel implements Guest {
    private static final List<String> LEVELS =
            List.of(
                    "debug",
                    "info",
                    "notice",
                    "warning",
                    "error",
                    "critical",
                    "alert",
                    "emergency");
    private static final Duration LEVEL_WITHIN = Duration.ofSeconds(10);

    private final Lane lane;
    private final String caller;
    private final ToolHeaders headers;
    private final HeldCalls held;
    private final Subscriptions subscriptions;
    private final CacheHint hint;
    private final AtomicReference<String> level = new AtomicReference<>("");

    /**
     * @param caller whose requests these are
     * @param subscriptions what this caller listens for, at this channel and others
     */
    CallerChannel(
            Lane lane,
            String caller,
            ToolHeaders headers,
            HeldCalls held,
            Subscriptions subscriptions,
            CacheHint hint) {
        this.lane = lane;
        this.caller = caller;
        this.headers = headers;
        this.held = held;
        this.subscriptions = subscriptions;
        this.hint = hint;
        lane.enter(this);
    }

    Lane lane() {
        return lane;
    }

    /** Whether nobody needs its child. */
    boolean idle(long now, Duration limit) {
        return lane.underway() == 0
                && subscriptions.isEmpty()
                && now - lane.lastUse() > limit.toNanos();
    }

    /**
     * Answers a request.
     *
     * @param left what is still to be checked before the child gets it
     */
    Call ask(Hello hello, RpcMessage request, Optional<HeaderCheck> left, ClientSink aside) {
        CompletableFuture<Greeted> wait = lane.child();
        CompletableFuture<Greeted> ready =
                left.map(
                                check ->
                                        wait.thenCompose(
                                                child ->
                                                        headers.late(child, hello, request, check)))
                        .orElse(wait);
        return LateCall.after(
                wait, ready, request.id(), child -> answer(child, hello, request, aside));
    }

    private Call answer(Greeted child, Hello hello, RpcMessage request, ClientSink aside) {
        String method = request.method();
        if (child.era() == Era.MODERN) {
            return new WordedCall(
                    lane.request(this, request, aside),
                    response -> modern(child, method, response));
        }
        return switch (method) {
            case Mcp.DISCOVER ->
                    Call.answered(
                            RpcMessage.result(
                                    request.id(),
                                    Wording.modernResult(
                                            Mcp.DISCOVER,
                                            Wording.discoverResult(child.greeting()),
                                            child.serverInfo(),
                                            hint)));
            case Mcp.LISTEN ->
                    subscriptions.listen(request, child.capabilities(), aside, new Watch(child));
            default -> translated(child, hello, request, aside);
        };
    }

    // ---- a legacy child ----

    private Call translated(Greeted child, Hello hello, RpcMessage request, ClientSink aside) {
        Optional<RawJson> state = request.params().member("requestState");
        if (state.isPresent()) {
            return held.take(state.get().text().orElse(""), caller, request.method())
                    .map(call -> call.resume(request, aside))
                    .orElseGet(
                            () ->
                                    Call.answered(
                                            RpcMessage.error(
                                                    request.id(),
                                                    new RpcProblem(
                                                            RpcProblem.INVALID_PARAMS,
                                                            "cannot go on: requestState is unknown"
                                                                    + " or too old; call anew"))));
        }
        RpcMessage plain = request.withParams(Wording.legacyParams(request.params()));
        ClientSink heard = atLevel(child, request, aside);
        // What hangs on the answer must not keep the request, which may be large.
        String method = request.method();
        if (!Mcp.MAY_ASK_BACK.contains(method)) {
            return new WordedCall(
                    lane.request(this, plain, heard), response -> modern(child, method, response));
        }
        var call =
                new HeldCall(
                        new Holder(),
                        hello.capabilities(),
                        request,
                        response -> modern(child, method, response));
        return call.begin(request, heard, said -> lane.request(this, plain, said));
    }

    private RpcMessage modern(Greeted child, String method, RpcMessage response) {
        return response.result()
                .map(
                        result ->
                                response.withResult(
                                        Wording.modernResult(
                                                method, result, child.serverInfo(), hint)))
                .orElseGet(() -> Wording.modernError(response));
    }

    /** Hears log messages from the level on that the request names; without one, none. */
    private ClientSink atLevel(Greeted child, RpcMessage request, ClientSink aside) {
        String wanted =
                request.params().at(Mcp.META, Mcp.META_LOG_LEVEL).flatMap(RawJson::text).orElse("");
        int least = LEVELS.indexOf(wanted);
        if (least >= 0 && child.capabilities().member("logging").isPresent()) {
            lower(child, wanted, least);
        }
        return message -> {
            int its = LEVELS.indexOf(message.params().text("level").orElse(""));
            if (!message.isFor(Mcp.MESSAGE_NOTE) || (least >= 0 && its >= least)) {
                aside.say(message);
            }
        };
    }

    /** A legacy child has one level for all: the lowest anybody asked for. */
    private void lower(Greeted child, String wanted, int least) {
        String before = level.get();
        int now = LEVELS.indexOf(before);
        if ((now < 0 || least < now) && level.compareAndSet(before, wanted)) {
            var _ =
                    child.peer()
                            .call(
                                    Mcp.SET_LEVEL,
                                    RawJson.emptyObject().with("level", RawJson.string(wanted)),
                                    LEVEL_WITHIN);
        }
    }

    private final class Holder implements HeldCall.Holder {
        @Override
        public void tell(RpcMessage answer) {
            lane.tell(CallerChannel.this, answer);
        }

        @Override
        public String hold(HeldCall call) {
            return held.hold(call, caller);
        }

        @Override
        public void forget(String state) {
            held.forget(state);
        }
    }

    private final class Watch implements Subscriptions.Watching {
        private final Greeted child;

        Watch(Greeted child) {
            this.child = child;
        }

        @Override
        public void watch(String uri) {
            if (lane.watch(CallerChannel.this, uri)) {
                send(Mcp.SUBSCRIBE, uri);
            }
        }

        @Override
        public void unwatch(String uri) {
            if (lane.unwatch(CallerChannel.this, uri)) {
                send(Mcp.UNSUBSCRIBE, uri);
            }
        }

        private void send(String method, String uri) {
            CompletableFuture<RpcMessage> _ =
                    child.peer()
                            .call(
                                    method,
                                    RawJson.emptyObject().with("uri", RawJson.string(uri)),
                                    LEVEL_WITHIN);
        }
    }

    // ---- as a guest of the lane ----

    @Override
    public void hear(RpcMessage message) {
        subscriptions.changed(message);
    }

    @Override
    public boolean answersAnytime() {
        return false;
    }

    @Override
    public void restarted(Greeted child) {
        String wanted = level.getAndSet("");
        if (child.era() == Era.LEGACY) {
            if (!wanted.isEmpty()) {
                lower(child, wanted, LEVELS.indexOf(wanted));
            }
        }
    }
}
