package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One that is there and says nothing. */
record FakeCorrespondent(long pid) implements RpcPeer {

    @Override
    public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
        return new CompletableFuture<>();
    }

    @Override
    public void send(RpcMessage message) {}

    @Override
    public void cancel(RawJson id, String why) {}

    @Override
    public void extend(RawJson id, Duration more) {}

    @Override
    public CompletableFuture<String> ended() {
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<?> stop() {
        return CompletableFuture.completedFuture("stopped");
    }
}
