package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.wording.Wording;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A modern client's request at a legacy child that may ask back. The child asks with requests of
 * its own and goes on waiting; the client gets an answer that asks, and comes again with what it
 * was asked. Between the two the call is held here, under a name nobody can guess.
 */
final class HeldCall {
    /** A child that asks several things at once does so within this time. */
    private static final long QUIET_MILLIS = 30;

    private static final String KEY = "dev.foster/inputKey";

    /** What a held call needs of its surroundings. */
    interface Holder {
        /** Passes an answer on to the child. */
        void tell(RpcMessage answer);

        /** Puts a call away until the client comes again; returns its name. */
        String hold(HeldCall call);

        /** It need not be held any more. */
        void forget(String state);
    }

    private final Holder holder;
    private final RawJson capabilities;
    private final String method;
    private final UnaryOperator<RpcMessage> wording;
    private final LateCall call;

    // Guarded by this object's lock; nothing of others is called while it is held.
    private final Map<String, RpcMessage> open = new LinkedHashMap<>();
    private Optional<Attempt> attempt = Optional.empty();
    private Optional<RpcMessage> last = Optional.empty();
    private RawJson early = RawJson.emptyObject();
    private String state = "";
    private int asked;
    private long questions;

    /**
     * @param wording puts the child's answer in modern words
     */
    HeldCall(
            Holder holder,
            RawJson capabilities,
            RpcMessage request,
            UnaryOperator<RpcMessage> wording) {
        this.holder = holder;
        this.capabilities = capabilities;
        this.method = request.method();
        this.wording = wording;
        this.call = new LateCall(request.id());
    }

    String method() {
        return method;
    }

    /** One request of the client, of the several this call may take. */
    private final class Attempt implements Call {
        private final RawJson id;
        private final ClientSink aside;
        private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();

        Attempt(RawJson id, ClientSink aside) {
            this.id = id;
            this.aside = aside;
        }

        @Override
        public CompletableFuture<RpcMessage> answer() {
            return answer;
        }

        @Override
        public void cancel(String why) {
            boolean current;
            synchronized (HeldCall.this) {
                current = attempt.equals(Optional.of(this));
            }
            if (current) {
                giveUp(why);
            }
        }
    }

    /**
     * Sends it off.
     *
     * @param start asks the child; what the child says meanwhile goes to the outlet
     */
    Call begin(RpcMessage request, ClientSink aside, Function<ClientSink, Call> start) {
        var first = new Attempt(request.id(), aside);
        synchronized (this) {
            attempt = Optional.of(first);
            early = request.params().member("inputResponses").orElse(RawJson.emptyObject()).copy();
        }
        call.goesOnAs(start.apply(this::said));
        var _ = call.answer().thenAccept(this::answered);
        return first;
    }

    /** The client comes again, with answers. */
    Call resume(RpcMessage request, ClientSink aside) {
        var next = new Attempt(request.id(), aside);
        RawJson responses = request.params().member("inputResponses").orElse(RawJson.emptyObject());
        var answers = new LinkedHashMap<RawJson, RawJson>();
        Optional<RpcMessage> done;
        boolean more;
        synchronized (this) {
            attempt = Optional.of(next);
            responses
                    .members()
                    .forEach(
                            (key, response) -> {
                                RpcMessage question = response.isObject() ? open.remove(key) : null;
                                if (question != null) {
                                    answers.put(question.id(), response);
                                }
                            });
            done = last;
            more = !open.isEmpty();
        }
        answers.forEach((id, response) -> holder.tell(RpcMessage.result(id, response)));
        if (done.isPresent()) {
            finish(done.get());
        } else if (more) {
            ask();
        }
        return next;
    }

    private void said(RpcMessage message) {
        if (!message.isRequest()) {
            Optional<Attempt> current;
            synchronized (this) {
                current = attempt;
            }
            current.ifPresent(it -> it.aside.say(message));
            return;
        }
        Optional<RawJson> missing = Wording.missingCapability(capabilities, message);
        if (missing.isPresent()) {
            holder.tell(
                    RpcMessage.error(
                            message.id(),
                            new RpcProblem(
                                    RpcProblem.METHOD_NOT_FOUND,
                                    "cannot ask the client: it has no such capability")));
            finish(
                    RpcMessage.error(
                            message.id(),
                            new RpcProblem(
                                    Mcp.MISSING_CAPABILITY,
                                    "cannot call "
                                            + method
                                            + ": the server needs to ask for "
                                            + message.method()
                                            + "; declare that capability",
                                    RawJson.object(
                                            Map.of("requiredCapabilities", missing.get())))));
            giveUp("the client lacks a capability");
            return;
        }
        asked(message);
    }

    private void asked(RpcMessage question) {
        String key;
        Optional<RawJson> known;
        long number;
        synchronized (this) {
            asked++;
            String wanted = question.params().at(Mcp.META, KEY).flatMap(RawJson::text).orElse("");
            key = wanted.isEmpty() || open.containsKey(wanted) ? "question-" + asked : wanted;
            known = early.member(key).filter(RawJson::isObject);
            if (known.isEmpty()) {
                open.put(key, question);
            }
            number = ++questions;
        }
        if (known.isPresent()) {
            holder.tell(RpcMessage.result(question.id(), known.get()));
        } else {
            CompletableFuture.delayedExecutor(QUIET_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> askUnlessMore(number));
        }
    }

    private void askUnlessMore(long number) {
        boolean quiet;
        synchronized (this) {
            quiet = number == questions && !open.isEmpty();
        }
        if (quiet) {
            ask();
        }
    }

    /** Answers the client's request with all that is open. */
    private void ask() {
        Map<String, RpcMessage> all;
        Optional<Attempt> current;
        String name = holder.hold(this);
        String before;
        synchronized (this) {
            all = new LinkedHashMap<>(open);
            current = attempt;
            attempt = Optional.empty();
            before = state;
            state = name;
        }
        holder.forget(before);
        current.ifPresent(
                it ->
                        it.answer.complete(
                                wording.apply(
                                        RpcMessage.result(
                                                it.id, Wording.inputRequired(all, name)))));
    }

    private void answered(RpcMessage response) {
        synchronized (this) {
            last = Optional.of(response);
        }
        finish(response);
    }

    /** The end, for the client that waits; one that comes later gets it then. */
    private void finish(RpcMessage response) {
        Optional<Attempt> current;
        String name;
        synchronized (this) {
            current = attempt;
            attempt = Optional.empty();
            if (last.isEmpty()) {
                last = Optional.of(response);
            }
            name = current.isPresent() ? state : "";
        }
        current.ifPresent(it -> it.answer.complete(wording.apply(response.withId(it.id))));
        holder.forget(name);
    }

    /** Nobody will come again. */
    void giveUp(String why) {
        call.cancel(why);
    }
}
