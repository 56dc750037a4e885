package dev.foster.stdio.mcp;

import dev.foster.json.JsonProblem;
import dev.foster.stdio.rpc.MemberNames;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of a tool that modern clients repeat in headers, as its schema says. */
public final class MirroredArguments {
    private static final int DEEPEST = 8;

    private MirroredArguments() {}

    /** From the part of a header's name after Mcp-Param- to the path of the argument's name. */
    public static Map<String, List<String>> of(RawJson tool) {
        var headers = new LinkedHashMap<String, List<String>>();
        tool.member("inputSchema").ifPresent(schema -> search(schema, List.of(), headers));
        return headers;
    }

    private static void search(
            RawJson schema, List<String> path, Map<String, List<String>> headers) {
        if (path.size() > DEEPEST) {
            return;
        }
        schema.member("properties")
                .orElse(RawJson.emptyObject())
                .members()
                .forEach(
                        (name, property) -> {
                            var inner = new ArrayList<>(path);
                            inner.add(name);
                            property.text("x-mcp-header")
                                    .ifPresent(header -> headers.put(header, List.copyOf(inner)));
                            search(property, inner, headers);
                        });
    }

    /**
     * The argument at such a path in the parameters of a call; empty when there is none.
     *
     * @throws RpcProblem when there may be two, and readers differ about which it is
     */
    public static Optional<RawJson> value(RawJson params, List<String> path) {
        Optional<RawJson> value = params.member("arguments");
        for (String name : path) {
            value = value.flatMap(object -> member(object, name));
        }
        return value.filter(found -> !found.isNull());
    }

    private static Optional<RawJson> member(RawJson object, String name) {
        try {
            return Optional.ofNullable(MemberNames.of(name).clearIn(object).get(name));
        } catch (JsonProblem unclear) {
            throw new RpcProblem(
                    RpcProblem.INVALID_PARAMS,
                    "cannot take the arguments: " + unclear.getMessage());
        }
    }
}
