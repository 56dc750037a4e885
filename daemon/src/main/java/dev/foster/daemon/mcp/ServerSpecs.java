package dev.foster.daemon.mcp;

import dev.foster.daemon.config.McpSpec;
import dev.foster.process.ChildSpec;
import dev.foster.stdio.child.RpcLimits;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.CacheHint;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.Times;
import dev.foster.stdio.spec.ToolChoice;

import java.util.Collection;
import java.util.List;

/** Servers as the broker takes them, from what the file says. */
final class ServerSpecs {
    private ServerSpecs() {}

    static List<ServerSpec> of(Collection<McpSpec> servers) {
        return servers.stream().map(ServerSpecs::of).toList();
    }

    private static ServerSpec of(McpSpec server) {
        ServerSpec spec =
                ServerSpec.of(server.name(), origin(server.origin()))
                        .sharing(
                                server.shared()
                                        ? ServerSpec.Sharing.SHARED
                                        : ServerSpec.Sharing.PER_CLIENT)
                        .warm(server.warm())
                        .tools(new ToolChoice(server.tools().allowed(), server.tools().denied()))
                        .restart(server.restart())
                        .times(times(server.times()));
        if (server.modern().isPresent()) {
            spec = spec.era(server.modern().get() ? Era.MODERN : Era.LEGACY);
        }
        if (server.tokenVariable().isPresent()) {
            spec = spec.tokenVariable(server.tokenVariable().get());
        }
        if (server.messageBytes().isPresent()) {
            spec = spec.limits(RpcLimits.defaults().messageBytes(server.messageBytes().get()));
        }
        if (server.cache().isPresent()) {
            McpSpec.Cache cache = server.cache().get();
            spec = spec.hint(new CacheHint(cache.time(), cache.shared()));
        }
        return server.children().isPresent() ? spec.children(server.children().get()) : spec;
    }

    private static ServerSpec.Origin origin(McpSpec.Origin origin) {
        return switch (origin) {
            case McpSpec.Origin.Command(ChildSpec child) -> new ServerSpec.Origin.Command(child);
            case McpSpec.Origin.Together(List<McpSpec.Member> members) ->
                    new ServerSpec.Origin.Together(
                            members.stream()
                                    .map(it -> new ServerSpec.Member(it.server(), it.prefix()))
                                    .toList());
        };
    }

    private static Times times(McpSpec.Times wanted) {
        Times times = Times.defaults();
        if (wanted.start().isPresent()) {
            times = times.start(wanted.start().get());
        }
        if (wanted.request().isPresent()) {
            times = times.request(wanted.request().get());
        }
        if (wanted.idle().isPresent()) {
            times = times.idle(wanted.idle().get());
        }
        return wanted.answer().isPresent() ? times.held(wanted.answer().get()) : times;
    }
}
