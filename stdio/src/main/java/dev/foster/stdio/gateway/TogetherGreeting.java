package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.LinkedHashMap;
import java.util.List;

/** How servers taken together introduce themselves: all that one of them can, they can. */
final class TogetherGreeting {
    private TogetherGreeting() {}

    /**
     * @param initialize how the client introduced itself
     */
    static RawJson of(String name, List<TogetherMember> members, RpcMessage initialize) {
        var capabilities = new LinkedHashMap<String, RawJson>();
        var instructions = new StringBuilder();
        for (TogetherMember member : members) {
            member.greeting()
                    .member("capabilities")
                    .orElse(RawJson.emptyObject())
                    .members()
                    .forEach(
                            (key, value) ->
                                    capabilities.merge(key, value, TogetherGreeting::union));
            member.greeting()
                    .text("instructions")
                    .ifPresent(
                            text ->
                                    instructions
                                            .append(member.prefix())
                                            .append(": ")
                                            .append(text)
                                            .append("\n\n"));
        }
        capabilities.remove("tasks");
        var result = new LinkedHashMap<String, RawJson>();
        String version = initialize.params().text("protocolVersion").orElse(Mcp.LEGACY);
        result.put(
                "protocolVersion",
                RawJson.string(Mcp.LEGACY_VERSIONS.contains(version) ? version : Mcp.LEGACY));
        result.put("capabilities", RawJson.object(capabilities));
        result.put(
                "serverInfo",
                RawJson.emptyObject()
                        .with("name", RawJson.string(name))
                        .with("version", RawJson.string("1")));
        if (!instructions.isEmpty()) {
            result.put("instructions", RawJson.string(instructions.toString().strip()));
        }
        return RawJson.object(result);
    }

    private static RawJson union(RawJson one, RawJson other) {
        var both = new LinkedHashMap<>(one.members());
        other.members()
                .forEach((key, value) -> both.merge(key, value, (a, b) -> a.isTrue() ? a : b));
        return RawJson.object(both);
    }
}
