package dev.foster.sdk;

import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.protocol.tls.Security;

import io.grpc.netty.NettyServerBuilder;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What an author asked of a {@link Plugin}. */
record Draft(
        String name,
        MagicCookie cookie,
        Map<Integer, Services> versions,
        Optional<Supplier<Security>> security,
        Consumer<NettyServerBuilder> server,
        End end,
        boolean tcp,
        boolean watch) {

    /** What the author does at the end, and how long it may take. */
    record End(Runnable action, Duration limit) {}

    Draft {
        versions = Map.copyOf(versions);
    }

    Draft cookie(MagicCookie changed) {
        return new Draft(name, changed, versions, security, server, end, tcp, watch);
    }

    Draft versions(Map<Integer, Services> changed) {
        return new Draft(name, cookie, changed, security, server, end, tcp, watch);
    }

    Draft security(Optional<Supplier<Security>> changed) {
        return new Draft(name, cookie, versions, changed, server, end, tcp, watch);
    }

    Draft server(Consumer<NettyServerBuilder> changed) {
        return new Draft(name, cookie, versions, security, changed, end, tcp, watch);
    }

    Draft end(End changed) {
        return new Draft(name, cookie, versions, security, server, changed, tcp, watch);
    }

    Draft tcp(boolean changed) {
        return new Draft(name, cookie, versions, security, server, end, changed, watch);
    }

    Draft watch(boolean changed) {
        return new Draft(name, cookie, versions, security, server, end, tcp, changed);
    }
}
