package dev.foster.stdio.http;

import dev.foster.stdio.gateway.Call;
import dev.foster.stdio.gateway.ClientSink;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A request at a {@link FakeServer}, which the test answers. */
final class FakeCall implements Call {
    private final RpcMessage request;
    private final ClientSink aside;
    private final CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
    private volatile Optional<String> cancelled = Optional.empty();

    FakeCall(RpcMessage request, ClientSink aside) {
        this.request = request;
        this.aside = aside;
    }

    RpcMessage request() {
        return request;
    }

    void say(String message) {
        aside.say(RpcMessage.of(RawJson.parse(message)));
    }

    void progress(int step) {
        say(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":"
                        + step
                        + "}}");
    }

    void answer(String result) {
        answer.complete(RpcMessage.result(request.id(), RawJson.parse(result)));
    }

    void fail(int code, String why) {
        answer.complete(RpcMessage.error(request.id(), new RpcProblem(code, why)));
    }

    Optional<String> cancelled() {
        return cancelled;
    }

    @Override
    public CompletableFuture<RpcMessage> answer() {
        return answer;
    }

    @Override
    public void cancel(String why) {
        cancelled = Optional.of(why);
        fail(Mcp.CANCELLED, "cannot answer: " + why);
    }
}
