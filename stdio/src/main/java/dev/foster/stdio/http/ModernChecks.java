package dev.foster.stdio.http;

import dev.foster.http.Headers;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.mcp.MirroredArguments;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a request of the modern era must have before a server sees it. Intermediaries act on the
 * headers and servers on the body, so the two must say the same.
 *
 * <p>The order counts: clients learn from the first code which side to mend.
 */
final class ModernChecks {

    private ModernChecks() {}

    /** What a message claims to speak; empty for one of the legacy era. */
    static Optional<RawJson> claim(RpcMessage message) {
        return message.params().at(Mcp.META, Mcp.META_VERSION);
    }

    /** Whether a request says all that the modern era wants to know of its client. */
    static boolean isComplete(RpcMessage message) {
        return claim(message).filter(RawJson::isString).isPresent()
                && capabilities(message).filter(RawJson::isObject).isPresent();
    }

    private static Optional<RawJson> capabilities(RpcMessage message) {
        return message.params().at(Mcp.META, Mcp.META_CAPABILITIES);
    }

    /** Throws what is wrong with a request, as far as that can be seen without its server. */
    static void check(Headers headers, RpcMessage request) {
        checkMeta(request);
        String claimed = claim(request).flatMap(RawJson::text).orElse("");
        Optional<String> method = HeaderValue.only(headers, "mcp-method");
        checkVersion(headers, claimed);
        if (method.isPresent()) {
            checkMethod(method, request);
        }
        if (!claimed.equals(Mcp.MODERN)) {
            throw Replies.unsupportedVersion(claimed);
        }
        checkMethod(method, request);
        checkName(headers, request);
        if (Mcp.LEGACY_ONLY.contains(request.method())) {
            throw new RpcProblem(
                    RpcProblem.METHOD_NOT_FOUND,
                    "cannot answer "
                            + request.method()
                            + ": the protocol has it no more since "
                            + Mcp.MODERN
                            + "; leave it out");
        }
    }

    private static void checkMeta(RpcMessage request) {
        var missing = new ArrayList<String>();
        if (claim(request).filter(RawJson::isString).isEmpty()) {
            missing.add(Mcp.META_VERSION);
        }
        if (capabilities(request).filter(RawJson::isObject).isEmpty()) {
            missing.add(Mcp.META_CAPABILITIES);
        }
        if (!missing.isEmpty()) {
            throw new RpcProblem(
                    RpcProblem.INVALID_PARAMS,
                    "cannot take the request: params._meta lacks "
                            + String.join(" and ", missing)
                            + "; send them with every request");
        }
    }

    private static void checkVersion(Headers headers, String claimed) {
        Optional<String> version = HeaderValue.only(headers, "mcp-protocol-version");
        if (!version.equals(Optional.of(claimed))) {
            throw mismatch("MCP-Protocol-Version", version.isPresent());
        }
    }

    private static void checkMethod(Optional<String> header, RpcMessage request) {
        if (!header.equals(Optional.of(request.method()))) {
            throw mismatch("Mcp-Method", header.isPresent());
        }
    }

    private static void checkName(Headers headers, RpcMessage request) {
        Optional<String> parameter = Methods.named(request.method());
        if (parameter.isEmpty()) {
            return;
        }
        Optional<RawJson> value = request.params().member(parameter.get());
        boolean present = !headers.all("mcp-name").isEmpty();
        if (value.isEmpty() && !present) {
            // The server says best what it lacks.
            return;
        }
        Optional<String> header = HeaderValue.only(headers, "mcp-name");
        if (value.isEmpty() || header.isEmpty() || !HeaderValue.says(header.get(), value.get())) {
            throw mismatch("Mcp-Name", present);
        }
    }

    /** Throws if a header does not repeat the argument it should. */
    static void checkMirrored(
            Headers headers, RpcMessage request, Map<String, List<String>> mirrored) {
        for (Map.Entry<String, List<String>> mirror : mirrored.entrySet()) {
            Optional<RawJson> value = MirroredArguments.value(request.params(), mirror.getValue());
            if (value.isEmpty()) {
                continue;
            }
            String name = "Mcp-Param-" + mirror.getKey();
            Optional<String> header = HeaderValue.only(headers, name);
            if (header.isEmpty() || !HeaderValue.says(header.get(), value.get())) {
                throw mismatch(name, !headers.all(name).isEmpty());
            }
        }
    }

    private static RpcProblem mismatch(String header, boolean present) {
        String why =
                present
                        ? "it does not say what the body says; repeat the value of the body in it"
                        : "it is missing; send it with the value of the body";
        return new RpcProblem(
                Mcp.HEADER_MISMATCH, "cannot trust the header " + header + ": " + why);
    }
}
