package dev.foster.stdio.gateway;

import dev.foster.json.JsonProblem;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.MemberNames;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.ToolChoice;
import dev.foster.stdio.wording.ClearWords;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A correspondent of whose tools only some are there. A call is written anew from what was
 * understood of it, and so is the list: what was looked at is what is passed on.
 */
record ChosenTools(RpcPeer inner, ToolChoice choice) implements RpcPeer {
    private static final String NAME = "name";
    private static final String TOOLS = "tools";
    private static final MemberNames CALL = MemberNames.of(NAME, "arguments", Mcp.META);
    private static final MemberNames LIST = MemberNames.of(TOOLS, "nextCursor");
    private static final MemberNames TOOL = MemberNames.of(NAME);

    @Override
    public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
        if (request.isFor(Mcp.TOOLS_CALL)) {
            try {
                return inner.request(chosen(request), timeout);
            } catch (RpcProblem refused) {
                return CompletableFuture.failedFuture(refused);
            }
        }
        CompletableFuture<RpcMessage> answer = inner.request(request, timeout);
        return request.isFor(Mcp.TOOLS_LIST) ? answer.thenApply(this::offered) : answer;
    }

    // ---- calls ----

    private RpcMessage chosen(RpcMessage call) {
        var params = new LinkedHashMap<>(ClearWords.members(CALL, call.params(), "params"));
        String tool = Optional.ofNullable(params.get(NAME)).flatMap(RawJson::text).orElse("");
        // What cannot be written down truly would be another name when it arrives.
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(tool)) {
            throw refusal("a tool", "its name is no text; write it in UTF-8");
        }
        if (tool.isEmpty()) {
            throw refusal("a tool", "there is no name of one; say it in params.name");
        }
        if (!choice.offers(tool)) {
            throw refusal("the tool " + tool, "it is not offered here; see tools/list");
        }
        params.put(NAME, RawJson.string(tool));
        return call.withParams(RawJson.object(params));
    }

    private static RpcProblem refusal(String what, String why) {
        return new RpcProblem(RpcProblem.INVALID_PARAMS, "cannot call " + what + ": " + why);
    }

    // ---- lists ----

    private RpcMessage offered(RpcMessage response) {
        Optional<RawJson> result = response.result();
        if (result.isEmpty()) {
            return response;
        }
        try {
            var members = new LinkedHashMap<>(LIST.membersOf(result.get()));
            members.computeIfPresent(TOOLS, (_, tools) -> offered(tools));
            return response.withResult(RawJson.object(members));
        } catch (JsonProblem unclear) {
            throw new RpcProblem(
                    RpcProblem.INTERNAL_ERROR,
                    "cannot list the tools: the server's answer cannot be trusted: "
                            + unclear.getMessage());
        }
    }

    private RawJson offered(RawJson tools) {
        return RawJson.array(
                tools.elements().stream().flatMap(tool -> offeredTool(tool).stream()).toList());
    }

    /** A tool whose name is not clear has none, and is not offered. */
    private Optional<RawJson> offeredTool(RawJson tool) {
        try {
            Map<String, RawJson> members = TOOL.membersOf(tool);
            return Optional.ofNullable(members.get(NAME))
                    .flatMap(RawJson::text)
                    .filter(choice::offers)
                    .map(_ -> RawJson.object(members));
        } catch (JsonProblem unclear) {
            return Optional.empty();
        }
    }

    // ---- all else ----

    @Override
    public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
        return inner.call(method, params, timeout);
    }

    @Override
    public void send(RpcMessage message) {
        // A call that wants no answer is none of MCP, but some servers would do it.
        if (!message.isFor(Mcp.TOOLS_CALL)) {
            inner.send(message);
        }
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
