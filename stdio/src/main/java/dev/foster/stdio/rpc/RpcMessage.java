package dev.foster.stdio.rpc;

import dev.foster.json.JsonProblem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One JSON-RPC message, as it came and as it goes on. An id is kept as the JSON it was written in:
 * 1 and "1" are two ids.
 */
public final class RpcMessage {

    /** What a message is. */
    public enum Kind {
        REQUEST,
        NOTIFICATION,
        /** The answer to a request: a result or an error. */
        RESPONSE
    }

    private static final MemberNames NAMES =
            MemberNames.of("jsonrpc", "id", "method", "params", "result", "error");

    private final RawJson json;
    private final Map<String, RawJson> members;
    private final Kind kind;

    private RpcMessage(RawJson json, Map<String, RawJson> members, Kind kind) {
        this.json = json;
        this.members = members;
        this.kind = kind;
    }

    /**
     * Reads one message.
     *
     * @throws RpcProblem with the code JSON-RPC has for it, when the text is no message
     */
    public static RpcMessage parse(byte[] text) {
        RawJson json;
        try {
            json = RawJson.parse(text);
        } catch (JsonProblem notJson) {
            throw RpcProblem.parseError(String.valueOf(notJson.getMessage()));
        }
        return of(json);
    }

    public static RpcMessage of(RawJson json) {
        if (!json.isObject()) {
            throw RpcProblem.invalidRequest(
                    json.isArray()
                            ? "it is a batch, and MCP has none; send one message at a time"
                            : "it is not an object; send a JSON-RPC message");
        }
        Map<String, RawJson> members = members(json);
        RawJson version = members.get("jsonrpc");
        if (version == null || !version.text().equals(Optional.of("2.0"))) {
            throw RpcProblem.invalidRequest("jsonrpc is not \"2.0\"; send a JSON-RPC 2.0 message");
        }
        return new RpcMessage(json, members, kind(members));
    }

    private static Map<String, RawJson> members(RawJson json) {
        try {
            var members = new LinkedHashMap<>(NAMES.membersOf(json));
            // A copy: who waits for the answer keeps the id, and should not keep all else with it.
            members.computeIfPresent("id", (_, id) -> id.copy());
            return members;
        } catch (JsonProblem unclear) {
            throw RpcProblem.invalidRequest(String.valueOf(unclear.getMessage()));
        }
    }

    private static Kind kind(Map<String, RawJson> members) {
        RawJson id = members.get("id");
        RawJson method = members.get("method");
        if (method != null) {
            if (!method.isString()) {
                throw RpcProblem.invalidRequest("method is not a text; name one");
            }
            if (members.containsKey("result") || members.containsKey("error")) {
                throw RpcProblem.invalidRequest("it is a request and an answer; send one of them");
            }
            RawJson params = members.get("params");
            if (params != null && !params.isObject() && !params.isArray()) {
                throw RpcProblem.invalidRequest("params is neither object nor array");
            }
            if (id == null) {
                return Kind.NOTIFICATION;
            }
            if (!id.isString() && !id.isNumber()) {
                throw RpcProblem.invalidRequest("id is neither a text nor a number");
            }
            return Kind.REQUEST;
        }
        if (id == null || members.containsKey("result") == members.containsKey("error")) {
            throw RpcProblem.invalidRequest(
                    "it has neither a method nor an id with either result or error");
        }
        return Kind.RESPONSE;
    }

    public static RpcMessage request(RawJson id, String method, RawJson params) {
        return built(Kind.REQUEST, "id", id, "method", RawJson.string(method), "params", params);
    }

    public static RpcMessage notification(String method, RawJson params) {
        return built(Kind.NOTIFICATION, "method", RawJson.string(method), "params", params);
    }

    public static RpcMessage result(RawJson id, RawJson result) {
        return built(Kind.RESPONSE, "id", id, "result", result);
    }

    public static RpcMessage error(RawJson id, RpcProblem problem) {
        return built(Kind.RESPONSE, "id", id, "error", problem.error());
    }

    private static RpcMessage built(Kind kind, Object... namesAndValues) {
        var members = new LinkedHashMap<String, RawJson>();
        members.put("jsonrpc", RawJson.string("2.0"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], (RawJson) namesAndValues[i + 1]);
        }
        return new RpcMessage(RawJson.object(members), members, kind);
    }

    public Kind kind() {
        return kind;
    }

    public boolean isRequest() {
        return kind == Kind.REQUEST;
    }

    public boolean isNotification() {
        return kind == Kind.NOTIFICATION;
    }

    public boolean isResponse() {
        return kind == Kind.RESPONSE;
    }

    /** The id as it was written; of a request or a response. */
    public RawJson id() {
        RawJson id = members.get("id");
        if (id == null) {
            throw new IllegalStateException("a notification has no id");
        }
        return id;
    }

    /** The method's name; empty for a response. */
    public String method() {
        RawJson method = members.get("method");
        return method == null ? "" : method.text().orElse("");
    }

    public boolean isFor(String method) {
        return method().equals(method);
    }

    /** Its parameters; an empty object when it has none. */
    public RawJson params() {
        RawJson params = members.get("params");
        return params == null ? RawJson.emptyObject() : params;
    }

    /** The result of a response that is no error. */
    public Optional<RawJson> result() {
        return Optional.ofNullable(members.get("result"));
    }

    public Optional<RawJson> error() {
        return Optional.ofNullable(members.get("error"));
    }

    /** The same under another id. */
    public RpcMessage withId(RawJson id) {
        return changed("id", id);
    }

    public RpcMessage withParams(RawJson params) {
        return changed("params", params);
    }

    public RpcMessage withResult(RawJson result) {
        return changed("result", result);
    }

    public RpcMessage withError(RawJson error) {
        return changed("error", error);
    }

    private RpcMessage changed(String name, RawJson value) {
        var changed = new LinkedHashMap<>(members);
        changed.put(name, value);
        return new RpcMessage(RawJson.object(changed), changed, kind);
    }

    public RawJson json() {
        return json;
    }

    /** The message on one line, without its end. */
    public byte[] line() {
        return json.line();
    }

    public int length() {
        return json.length();
    }

    /** What it is and for which id; never what it says. */
    @Override
    public String toString() {
        return switch (kind) {
            case REQUEST -> "request " + id() + " " + method();
            case NOTIFICATION -> "notification " + method();
            case RESPONSE -> (result().isPresent() ? "result " : "error ") + id();
        };
    }
}
