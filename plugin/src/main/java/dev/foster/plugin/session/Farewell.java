package dev.foster.plugin.session;

import dev.foster.plugin.protocol.wire.Empty;
import dev.foster.plugin.protocol.wire.GRPCControllerGrpc;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks a plugin through its connection to end. */
final class Farewell implements StreamObserver<Empty> {
    private final CompletableFuture<Boolean> heard = new CompletableFuture<>();

    private Farewell() {}

    /**
     * Asks.
     *
     * @return false when the plugin has no such request; else true, once it answered or hung up
     */
    static CompletableFuture<Boolean> say(Channel channel, Duration limit) {
        var farewell = new Farewell();
        GRPCControllerGrpc.newStub(channel)
                .withDeadlineAfter(limit.toNanos(), TimeUnit.NANOSECONDS)
                .shutdown(Empty.getDefaultInstance(), farewell);
        return farewell.heard;
    }

    @Override
    public void onNext(Empty answer) {
        heard.complete(true);
    }

    @Override
    public void onError(Throwable failure) {
        // Go plugins hang up instead of answering.
        heard.complete(Status.fromThrowable(failure).getCode() != Status.Code.UNIMPLEMENTED);
    }

    @Override
    public void onCompleted() {
        heard.complete(true);
    }
}
