package dev.foster.stdio.gateway;

import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Excess;
import dev.foster.process.ProcessEngine;
import dev.foster.stdio.report.ChannelFacts;
import dev.foster.stdio.report.GatewayListener;
import dev.foster.stdio.report.ServerFacts;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.thread.Turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** The servers that are offered, and all their children. */
public final class Gateway implements AutoCloseable {
    private static final Duration SWEEP = Duration.ofSeconds(1);

    private final ProcessEngine engine;
    private final int perCaller;
    private final GatewayListener listener;
    private final ChildLimits limits;
    private final Map<String, StdioServer> servers = new ConcurrentHashMap<>();
    private final Thread sweeper;
    private volatile boolean closed;

    private Gateway(ProcessEngine engine, int perCaller, GatewayListener listener) {
        this.engine = engine;
        this.perCaller = perCaller;
        this.listener = listener;
        this.limits = new ChildLimits(engine);
        this.sweeper = Thread.ofVirtual().name("foster-mcp-sweep").unstarted(this::sweep);
    }

    /**
     * Offers these servers; their children are started when clients come.
     *
     * @param engine starts the children; it stays the caller's to close
     * @param perCaller how many children of a server one modern caller may have
     */
    public static Gateway start(
            ProcessEngine engine, List<ServerSpec> specs, int perCaller, GatewayListener listener) {
        var gateway = new Gateway(engine, perCaller, listener);
        gateway.change(specs);
        gateway.sweeper.start();
        return gateway;
    }

    /**
     * From now on these are the servers: those that are gone or are to be run differently are
     * closed with all their children, new ones are offered, all else stays as it is.
     *
     * @return the names of those that were closed: their sessions have ended
     */
    public List<String> change(List<ServerSpec> specs) {
        var wanted = new LinkedHashMap<String, ServerSpec>();
        specs.forEach(spec -> wanted.put(spec.name(), spec));
        var ended = new ArrayList<String>();
        for (StdioServer server : List.copyOf(servers.values())) {
            if (!server.spec().equals(wanted.get(server.name()))) {
                servers.remove(server.name());
                server.close();
                ended.add(server.name());
            }
        }
        wanted.values()
                .forEach(
                        spec ->
                                servers.computeIfAbsent(
                                        spec.name(),
                                        _ ->
                                                new StdioServer(
                                                        spec, perCaller, source(spec), listener)));
        servers.values().forEach(StdioServer::prepare);
        return ended;
    }

    private Source source(ServerSpec spec) {
        return switch (spec.origin()) {
            case ServerSpec.Origin.Command(ChildSpec child) ->
                    (environment, heard) -> {
                        LimitRule rule = spec.limitRule();
                        Confinement wished = child.confinement();
                        ProcessPeer peer =
                                ProcessPeer.start(
                                        engine,
                                        child.environment(child.environment().with(environment))
                                                .confinement(rule.enforced(wished)),
                                        spec.limits(),
                                        heard,
                                        new Told(spec.name()));
                        limits.hold(spec.name(), peer.child(), wished.limits(), rule, peer);
                        return peer;
                    };
            case ServerSpec.Origin.Together(List<ServerSpec.Member> members) ->
                    (environment, heard) ->
                            new TogetherPeer(spec.name(), present(members), environment, heard);
        };
    }

    private final class Told implements ChildListener {
        private final String server;

        Told(String server) {
            this.server = server;
        }

        @Override
        public void said(long pid, String line) {
            listener.childSaid(server, pid, line);
        }

        @Override
        public void overLimit(long pid, Excess excess, LimitRule.Then then) {
            listener.childOverLimit(
                    new ProcessEvent.OverLimit(RunId.of(server), excess, then), pid);
        }
    }

    private Map<ServerSpec.Member, McpServer> present(List<ServerSpec.Member> members) {
        var present = new LinkedHashMap<ServerSpec.Member, McpServer>();
        for (ServerSpec.Member member : members) {
            StdioServer server = servers.get(member.server());
            if (server != null) {
                present.put(member, server);
            }
        }
        return present;
    }

    public Optional<McpServer> server(String name) {
        return Optional.ofNullable(servers.get(name));
    }

    public List<ServerFacts> servers() {
        return servers.values().stream()
                .map(
                        server ->
                                new ServerFacts(
                                        server.name(),
                                        server.spec().sharing(),
                                        server.era(),
                                        server.children(),
                                        server.restarts()))
                .sorted(Comparator.comparing(ServerFacts::name))
                .toList();
    }

    /** The children that are no session's own. */
    public List<ChannelFacts> channels() {
        return servers.values().stream().flatMap(server -> server.channels().stream()).toList();
    }

    private void sweep() {
        while (!closed) {
            LockSupport.parkNanos(SWEEP.toNanos());
            long now = System.nanoTime();
            for (StdioServer server : servers.values()) {
                Turns.take("look after MCP servers", () -> server.sweep(now));
            }
        }
    }

    /** Stops every child and waits until nothing is left of them. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(sweeper);
        servers.values().parallelStream().forEach(StdioServer::close);
        servers.clear();
        limits.close();
    }
}
