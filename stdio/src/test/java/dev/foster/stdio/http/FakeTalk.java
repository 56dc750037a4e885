package dev.foster.stdio.http;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.Call;
import dev.foster.stdio.gateway.ClientSink;
import dev.foster.stdio.gateway.Talk;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A legacy client's talk at a {@link FakeServer}. */
final class FakeTalk implements Talk {
    private final FakeServer server;
    private final RpcMessage initialize;
    private final ClientSink general;
    private final CompletableFuture<RpcMessage> opened = new CompletableFuture<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final List<RpcMessage> told = new CopyOnWriteArrayList<>();
    private final List<Caller> renewals = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    FakeTalk(FakeServer server, RpcMessage initialize, ClientSink general) {
        this.server = server;
        this.initialize = initialize;
        this.general = general;
    }

    void greet(String version) {
        opened.complete(
                RpcMessage.result(
                        initialize.id(),
                        RawJson.parse(
                                "{\"protocolVersion\":\"" + version + "\",\"capabilities\":{}}")));
    }

    void say(String method) {
        general.say(RpcMessage.notification(method, RawJson.emptyObject()));
    }

    List<RpcMessage> told() {
        return told;
    }

    List<Caller> renewals() {
        return renewals;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public CompletableFuture<RpcMessage> opened() {
        return opened;
    }

    @Override
    public Call request(RpcMessage request, ClientSink aside) {
        return server.take(new FakeCall(request, aside));
    }

    @Override
    public void tell(RpcMessage message) {
        told.add(message);
    }

    @Override
    public void renew(Caller caller) {
        renewals.add(caller);
    }

    @Override
    public CompletableFuture<String> ended() {
        return ended;
    }

    @Override
    public long pid() {
        return 4711;
    }

    @Override
    public int restarts() {
        return 0;
    }

    @Override
    public void close() {
        closed = true;
    }
}
