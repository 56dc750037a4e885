package dev.foster.stdio.http;

import dev.foster.http.Headers;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;

/** Answers a front gives by itself. */
final class Replies {
    /** When a client may try again that came when there was no room. */
    private static final String RETRY_SECONDS = "30";

    private Replies() {}

    static HttpResponse json(int status, byte[] line) {
        Headers headers = Headers.of("content-type", "application/json");
        return new HttpResponse(
                status,
                status == 503 ? headers.with("retry-after", RETRY_SECONDS) : headers,
                new HttpResponse.Whole(line));
    }

    static HttpResponse answer(Answer answer) {
        return json(answer.status(), answer.line());
    }

    /** An error, under the id of the request if that could be read. */
    static HttpResponse error(int status, Optional<RawJson> id, RpcProblem problem) {
        var members = new LinkedHashMap<String, RawJson>();
        members.put("jsonrpc", RawJson.string("2.0"));
        // Not null when it is unknown: MCP has no such id.
        id.ifPresent(known -> members.put("id", known));
        members.put("error", problem.error());
        return json(status, RawJson.object(members).line());
    }

    /** A request that cannot be taken as it is. */
    static HttpResponse refused(int status, Optional<RawJson> id, String why) {
        return error(status, id, new RpcProblem(RpcProblem.INVALID_REQUEST, why));
    }

    static HttpResponse refused(int status, String why) {
        return refused(status, Optional.empty(), why);
    }

    static HttpResponse wrongMethod(String method, String allowed) {
        return refused(405, "cannot " + known(method) + " here: it is not offered; use " + allowed)
                .with("allow", allowed);
    }

    /** What a client made up is not repeated to it. */
    private static String known(String method) {
        return switch (method) {
            case "GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS" -> method;
            default -> "use this method";
        };
    }

    static HttpResponse accepted() {
        return HttpResponse.empty(202);
    }

    static RpcProblem unsupportedVersion(String requested) {
        var data = new LinkedHashMap<String, RawJson>();
        data.put("supported", RawJson.array(Mcp.VERSIONS.stream().map(RawJson::string).toList()));
        data.put("requested", RawJson.string(requested));
        return new RpcProblem(
                Mcp.UNSUPPORTED_VERSION,
                "cannot speak this protocol version: it is unknown here; use one of "
                        + String.join(", ", Mcp.VERSIONS),
                RawJson.object(data));
    }

    static RpcProblem fault() {
        return new RpcProblem(
                RpcProblem.INTERNAL_ERROR, "cannot answer: a fault inside the broker; try again");
    }

    /** The id of what may be no message at all. */
    static Optional<RawJson> idOf(RawJson json) {
        return json.member("id").filter(id -> id.isString() || id.isNumber());
    }

    /** The code of an answer that is an error. */
    static OptionalLong code(RpcMessage answer) {
        return answer.error()
                .flatMap(error -> error.member("code"))
                .map(RawJson::whole)
                .orElse(OptionalLong.empty());
    }
}
