package dev.foster.stdio.gateway;

import dev.foster.process.Quantities;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds out which era a server speaks, once, and greets its children accordingly. A server that
 * answers server/discover is modern; one that answers with any other error, or not at all, is
 * greeted with initialize.
 */
final class Greeter {
    private final Duration patience;
    private final AtomicReference<Optional<Era>> known;
    private final AtomicBoolean diedOfTheQuestion = new AtomicBoolean();

    Greeter(Optional<Era> fixed, Duration patience) {
        this.known = new AtomicReference<>(fixed);
        this.patience = patience;
    }

    Optional<Era> era() {
        return known.get();
    }

    /** Whether the last child died when asked for its era: the next one is not asked. */
    boolean askedTooMuch() {
        return diedOfTheQuestion.get();
    }

    /**
     * Greets a child. Fails with an {@link RpcProblem} when it does not answer in time or goes
     * away; then it is the caller's to stop.
     */
    CompletableFuture<Greeted> greet(RpcPeer peer, Hello hello) {
        long begun = System.nanoTime();
        CompletableFuture<Greeted> greeted =
                switch (known.get().orElse(null)) {
                    case LEGACY -> initialize(peer, hello, begun);
                    case MODERN -> discover(peer, hello, patience).thenCompose(this::onlyModern);
                    case null ->
                            diedOfTheQuestion.getAndSet(false)
                                    ? initialize(peer, hello, begun)
                                    : probe(peer, hello, begun);
                };
        return greeted.handle(
                (done, failure) -> {
                    if (failure != null) {
                        throw new CompletionException(mute(Failures.problem(failure)));
                    }
                    known.set(Optional.of(done.era()));
                    return done;
                });
    }

    private RpcProblem mute(RpcProblem problem) {
        return problem.code() == Mcp.TIMED_OUT
                ? new RpcProblem(
                        Mcp.TIMED_OUT,
                        "cannot greet the server: it did not answer within "
                                + Quantities.of(patience)
                                + " of its start; see its log, or raise timeouts.start")
                : problem;
    }

    private CompletableFuture<Greeted> probe(RpcPeer peer, Hello hello, long begun) {
        return discover(peer, hello, patience.dividedBy(2))
                .thenCompose(
                        found ->
                                found.isPresent()
                                        ? CompletableFuture.completedFuture(found.get())
                                        : initialize(peer, hello, begun));
    }

    /** Both questions together take no longer than one may. */
    private Duration left(long begun) {
        Duration left = patience.minusNanos(System.nanoTime() - begun);
        return left.isPositive() ? left : Duration.ofMillis(1);
    }

    /** Empty when it does not know the question. */
    private CompletableFuture<Optional<Greeted>> discover(
            RpcPeer peer, Hello hello, Duration within) {
        return peer.call(Mcp.DISCOVER, hello.over(RawJson.emptyObject()), within)
                .handle(
                        (answer, failure) -> {
                            if (failure != null) {
                                if (peer.ended().isDone()) {
                                    diedOfTheQuestion.set(known.get().isEmpty());
                                    throw new CompletionException(failure);
                                }
                                return Optional.<Greeted>empty();
                            }
                            return answer.result()
                                    .filter(
                                            result ->
                                                    result.member("supportedVersions").isPresent())
                                    .map(result -> new Greeted(peer, Era.MODERN, result));
                        });
    }

    private CompletableFuture<Greeted> onlyModern(Optional<Greeted> found) {
        return found.map(CompletableFuture::completedFuture)
                .orElseGet(
                        () ->
                                CompletableFuture.failedFuture(
                                        new RpcProblem(
                                                Mcp.CHILD_GONE,
                                                "cannot greet the server: it does not answer"
                                                        + " server/discover; set its era to"
                                                        + " legacy")));
    }

    private CompletableFuture<Greeted> initialize(RpcPeer peer, Hello hello, long begun) {
        return peer.call(Mcp.INITIALIZE, hello.initialize(), left(begun))
                .thenApply(
                        answer -> {
                            RawJson result = answer.result().orElseThrow(() -> refused(answer));
                            peer.send(
                                    RpcMessage.notification(
                                            Mcp.INITIALIZED, RawJson.emptyObject()));
                            return new Greeted(peer, Era.LEGACY, result);
                        });
    }

    private static RpcProblem refused(RpcMessage answer) {
        RawJson error = answer.error().orElse(RawJson.emptyObject());
        long code = error.member("code").map(it -> it.whole().orElse(-32603)).orElse(-32603L);
        return new RpcProblem((int) code, error.text("message").orElse("initialize failed"));
    }
}
