package dev.foster.stdio.broker;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A correspondent of whose tools only some are there. */
record ChosenTools(Correspondent inner, ToolChoice choice) implements Correspondent {

    @Override
    public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
        if (request.isFor(Mcp.TOOLS_CALL)) {
            String tool = request.params().text("name").orElse("");
            if (!choice.offers(tool)) {
                return CompletableFuture.failedFuture(
                        new RpcProblem(
                                RpcProblem.INVALID_PARAMS,
                                "cannot call the tool "
                                        + tool
                                        + ": it is not offered here; see tools/list"));
            }
        }
        CompletableFuture<RpcMessage> answer = inner.request(request, timeout);
        return request.isFor(Mcp.TOOLS_LIST) ? answer.thenApply(this::chosen) : answer;
    }

    private RpcMessage chosen(RpcMessage response) {
        return response.result()
                .flatMap(
                        result ->
                                result.member("tools")
                                        .map(tools -> result.with("tools", offered(tools))))
                .map(response::withResult)
                .orElse(response);
    }

    private RawJson offered(RawJson tools) {
        return RawJson.array(
                tools.elements().stream()
                        .filter(tool -> choice.offers(tool.text("name").orElse("")))
                        .toList());
    }

    @Override
    public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
        return inner.call(method, params, timeout);
    }

    @Override
    public void send(RpcMessage message) {
        inner.send(message);
    }

    @Override
    public void cancel(RawJson id, String why) {
        inner.cancel(id, why);
    }

    @Override
    public void extend(RawJson id, Duration more) {
        inner.extend(id, more);
    }

    @Override
    public CompletableFuture<String> ended() {
        return inner.ended();
    }

    @Override
    public long pid() {
        return inner.pid();
    }

    @Override
    public CompletableFuture<?> stop() {
        return inner.stop();
    }
}
