package dev.foster.cli.mcp.self;

import dev.foster.cli.UsageProblem;
import dev.foster.cli.VersionVerb;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.json.Members;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Answers the requests of clients of both eras. */
final class SelfServer {
    private static final int NO_SUCH_RESOURCE = -32002;
    private static final String INSTRUCTIONS =
            "Foster runs the processes of a project and starts them again when they fail. Begin"
                    + " with ps; ask why about a process that is not as it should be, then read its"
                    + " logs.";

    private final List<Tool> tools;
    private final Resources resources;
    private final Supplier<ControlClient> daemon;

    SelfServer(List<Tool> tools, Supplier<ControlClient> daemon) {
        this.tools = tools;
        this.daemon = daemon;
        this.resources = new Resources(daemon);
    }

    /** The answer to a request. */
    RpcMessage answer(RpcMessage request) {
        boolean modern = request.params().at(Mcp.META, Mcp.META_VERSION).isPresent();
        try {
            if (modern) {
                checkModern(request);
            }
            Map<String, Object> result = result(request, modern);
            return RpcMessage.result(
                    request.id(), RawJson.of(modern ? modern(request, result) : result));
        } catch (RpcProblem problem) {
            return RpcMessage.error(request.id(), problem);
        } catch (ControlProblem | UsageProblem problem) {
            return RpcMessage.error(
                    request.id(),
                    new RpcProblem(
                            RpcProblem.INTERNAL_ERROR, String.valueOf(problem.getMessage())));
        }
    }

    private static void checkModern(RpcMessage request) {
        String version =
                request.params().at(Mcp.META, Mcp.META_VERSION).flatMap(RawJson::text).orElse("");
        if (!version.equals(Mcp.MODERN)) {
            throw new RpcProblem(
                    Mcp.UNSUPPORTED_VERSION,
                    "cannot speak " + version + ": it is not known here; speak " + Mcp.MODERN,
                    RawJson.of(Map.of("supported", Mcp.VERSIONS, "requested", version)));
        }
        if (request.params().at(Mcp.META, Mcp.META_CAPABILITIES).isEmpty()) {
            throw new RpcProblem(
                    RpcProblem.INVALID_PARAMS,
                    "cannot take the request: params._meta lacks "
                            + Mcp.META_CAPABILITIES
                            + "; send it with every request");
        }
        if (Mcp.LEGACY_ONLY.contains(request.method())) {
            throw unknown(request.method());
        }
    }

    private Map<String, Object> result(RpcMessage request, boolean modern) {
        RawJson params = request.params();
        return switch (request.method()) {
            case Mcp.INITIALIZE -> greeting(params);
            case Mcp.DISCOVER -> description();
            case "ping" -> Map.of();
            case Mcp.TOOLS_LIST -> Map.of("tools", tools.stream().map(Tool::toJson).toList());
            case Mcp.TOOLS_CALL -> call(params);
            case "resources/list" -> Map.of("resources", resources.list());
            case "resources/templates/list" -> Map.of("resourceTemplates", resources.templates());
            case "resources/read" -> read(params, modern);
            default -> throw unknown(request.method());
        };
    }

    private static RpcProblem unknown(String method) {
        return new RpcProblem(
                RpcProblem.METHOD_NOT_FOUND,
                "cannot answer " + method + ": there is no such method here; leave it out");
    }

    private static Map<String, Object> greeting(RawJson params) {
        String version =
                params.text("protocolVersion")
                        .filter(Mcp.LEGACY_VERSIONS::contains)
                        .orElse(Mcp.LEGACY);
        return Members.none()
                .put("protocolVersion", version)
                .put("capabilities", capabilities())
                .put("serverInfo", information())
                .put("instructions", INSTRUCTIONS)
                .object();
    }

    private static Map<String, Object> description() {
        return Members.none()
                .put("supportedVersions", Mcp.VERSIONS)
                .put("capabilities", capabilities())
                .put("instructions", INSTRUCTIONS)
                .object();
    }

    private static Map<String, Object> capabilities() {
        return Map.of("tools", Map.of(), "resources", Map.of());
    }

    private static Map<String, Object> information() {
        return Map.of("name", "foster", "version", VersionVerb.version());
    }

    private Map<String, Object> call(RawJson params) {
        String name = params.text("name").orElse("");
        Tool tool =
                tools.stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new RpcProblem(
                                                RpcProblem.INVALID_PARAMS,
                                                "cannot call "
                                                        + name
                                                        + ": there is no such tool; see"
                                                        + " tools/list"));
        try {
            Tool.Outcome outcome =
                    tool.work()
                            .on(
                                    daemon.get(),
                                    new ToolArguments(
                                            params.member("arguments")
                                                    .orElseGet(RawJson::emptyObject)));
            return Members.none()
                    .put("content", text(outcome.text()))
                    .put("structuredContent", outcome.structured())
                    .object();
        } catch (ControlProblem | UsageProblem | ToolArguments.Unfit problem) {
            return Map.of("content", text(String.valueOf(problem.getMessage())), "isError", true);
        }
    }

    private static List<Map<String, Object>> text(String text) {
        return List.of(Members.none().put("type", "text").put("text", text).object());
    }

    private Map<String, Object> read(RawJson params, boolean modern) {
        String uri = params.text("uri").orElse("");
        return resources
                .read(uri)
                .orElseThrow(
                        () ->
                                new RpcProblem(
                                        modern ? RpcProblem.INVALID_PARAMS : NO_SUCH_RESOURCE,
                                        "cannot read "
                                                + uri
                                                + ": there is no such resource; see"
                                                + " resources/list",
                                        RawJson.of(Map.of("uri", uri))));
    }

    /** The same with what the modern era wants in every result. */
    private static Map<String, Object> modern(RpcMessage request, Map<String, Object> result) {
        var full = new LinkedHashMap<>(result);
        full.put("resultType", "complete");
        if (Mcp.CACHED.contains(request.method())) {
            full.put("ttlMs", 0L);
            full.put("cacheScope", "private");
        }
        full.put("_meta", Map.of(Mcp.META_SERVER, information()));
        return full;
    }
}
