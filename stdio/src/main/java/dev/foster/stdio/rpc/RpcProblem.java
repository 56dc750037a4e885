package dev.foster.stdio.rpc;

import java.util.LinkedHashMap;
import java.util.Optional;

/** Something that is answered with a JSON-RPC error. */
public final class RpcProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    private final int code;
    private final String text;
    private final transient Optional<RawJson> data;

    public RpcProblem(int code, String message) {
        this(code, message, Optional.empty());
    }

    public RpcProblem(int code, String message, RawJson data) {
        this(code, message, Optional.of(data));
    }

    private RpcProblem(int code, String message, Optional<RawJson> data) {
        super(message);
        this.code = code;
        this.text = message;
        this.data = data;
    }

    public static RpcProblem parseError(String why) {
        return new RpcProblem(
                PARSE_ERROR, "cannot read the message: " + why + "; send one JSON-RPC message");
    }

    /** The reason says what is wrong, and may say what to do. */
    public static RpcProblem invalidRequest(String why) {
        return new RpcProblem(INVALID_REQUEST, "cannot take the message: " + why);
    }

    /** What went wrong, for people. */
    public String text() {
        return text;
    }

    public int code() {
        return code;
    }

    /** The error object of a response. */
    public RawJson error() {
        var members = new LinkedHashMap<String, RawJson>();
        members.put("code", RawJson.number(code));
        members.put("message", RawJson.string(text));
        data.ifPresent(more -> members.put("data", more));
        return RawJson.object(members);
    }
}
