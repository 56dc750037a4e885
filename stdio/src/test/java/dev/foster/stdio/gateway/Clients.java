package dev.foster.stdio.gateway;

import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.peers.NodePeers;
import dev.foster.stdio.report.GatewayListener;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.supervise.report.ProcessEvent;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A broker with our own server behind it, and clients of both eras. */
final class Clients implements AutoCloseable {
    static final Caller ALICE = Caller.named("alice");
    private static final int SECONDS = 20;

    final ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults());
    final Gateway gateway;
    final List<String> ends = new CopyOnWriteArrayList<>();
    final List<String> excesses = new CopyOnWriteArrayList<>();
    final List<Long> pids = new CopyOnWriteArrayList<>();

    private Clients(List<ServerSpec> specs) {
        this.gateway =
                Gateway.start(
                        engine,
                        specs,
                        FrontLimits.defaults().sessionsPerCaller(),
                        new GatewayListener() {
                            @Override
                            public void childStarted(String server, long pid, Era era) {
                                pids.add(pid);
                            }

                            @Override
                            public void childEnded(String server, String how) {
                                ends.add(how);
                            }

                            @Override
                            public void childOverLimit(ProcessEvent.OverLimit what, long pid) {
                                excesses.add(what.text());
                            }
                        });
    }

    static Clients of(Era era, UnaryOperator<ServerSpec> change) throws Exception {
        return new Clients(List.of(change.apply(fixture("fixture", era))));
    }

    static Clients of(List<ServerSpec> specs) {
        return new Clients(specs);
    }

    static ServerSpec fixture(String name, Era era) throws Exception {
        NodePeers peers = NodePeers.installed();
        return ServerSpec.of(
                name,
                ChildSpec.of(era == Era.LEGACY ? peers.legacyFixture() : peers.modernFixture()));
    }

    McpServer server() {
        return gateway.server("fixture").orElseThrow();
    }

    LegacyClient legacy(Caller caller, String capabilities) throws Exception {
        return legacy(server(), caller, capabilities);
    }

    LegacyClient legacy(McpServer server, Caller caller, String capabilities) throws Exception {
        return new LegacyClient(server, caller, capabilities);
    }

    static RpcMessage wait(CompletableFuture<RpcMessage> answer) throws Exception {
        return answer.get(SECONDS, TimeUnit.SECONDS);
    }

    /** A modern request. */
    static RpcMessage modern(String id, String method, String params, String capabilities) {
        RawJson meta =
                RawJson.emptyObject()
                        .with(Mcp.META_VERSION, RawJson.string(Mcp.MODERN))
                        .with(Mcp.META_CAPABILITIES, RawJson.parse(capabilities));
        RawJson given = RawJson.parse(params);
        for (var member :
                given.member(Mcp.META).orElse(RawJson.emptyObject()).members().entrySet()) {
            meta = meta.with(member.getKey(), member.getValue());
        }
        return RpcMessage.request(RawJson.parse(id), method, given.with(Mcp.META, meta));
    }

    RpcMessage ask(String id, String method, String params, String capabilities) throws Exception {
        return wait(
                server().ask(ALICE, modern(id, method, params, capabilities), _ -> {}, _ -> {})
                        .answer());
    }

    @Override
    public void close() {
        gateway.close();
        engine.close();
    }

    /** A client of the legacy era, its session opened. */
    static final class LegacyClient implements AutoCloseable {
        final BlockingQueue<RpcMessage> heard = new LinkedBlockingQueue<>();
        final Talk talk;
        final RpcMessage opened;

        LegacyClient(McpServer server, Caller caller, String capabilities) throws Exception {
            this.talk =
                    server.open(
                            caller,
                            RpcMessage.request(
                                    RawJson.parse("\"init\""),
                                    Mcp.INITIALIZE,
                                    RawJson.parse(
                                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
                                                    + capabilities
                                                    + ",\"clientInfo\":{\"name\":\"t\","
                                                    + "\"version\":\"1\"}}")),
                            heard::add);
            this.opened = Clients.wait(talk.opened());
            talk.tell(RpcMessage.notification(Mcp.INITIALIZED, RawJson.emptyObject()));
        }

        Call begin(String id, String method, String params) {
            return talk.request(
                    RpcMessage.request(RawJson.parse(id), method, RawJson.parse(params)),
                    heard::add);
        }

        RpcMessage ask(String id, String method, String params) throws Exception {
            return Clients.wait(begin(id, method, params).answer());
        }

        /** The next message of this method; others before it are skipped. */
        RpcMessage next(String method) throws Exception {
            while (true) {
                RpcMessage message = heard.poll(SECONDS, TimeUnit.SECONDS);
                if (message == null) {
                    throw new AssertionError("nothing with the method " + method + " came");
                }
                if (message.isFor(method)) {
                    return message;
                }
            }
        }

        @Override
        public void close() {
            talk.close();
        }
    }
}
