package dev.foster.stdio.gateway;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A legacy client's talk, in a lane of its own or one it shares. */
final class SessionTalk implements Talk, Guest {
    private final Lane lane;
    private final boolean own;
    private final Hello hello;
    private final ClientSink general;
    private final Function<Caller, Map<String, String>> environment;
    private final CompletableFuture<RpcMessage> opened;
    private final CompletableFuture<Speaker> speaker;

    /**
     * @param own whether the lane ends with this talk
     * @param environment the variables a caller's child gets
     */
    SessionTalk(
            Lane lane,
            boolean own,
            RpcMessage initialize,
            ClientSink general,
            Function<Caller, Map<String, String>> environment) {
        this.lane = lane;
        this.own = own;
        this.hello = Hello.legacy(initialize);
        this.general = general;
        this.environment = environment;
        lane.enter(this);
        this.speaker = lane.supervisor().child().thenApply(this::speaker);
        this.opened =
                speaker.handle(
                        (it, failure) ->
                                failure == null
                                        ? RpcMessage.result(initialize.id(), it.greeting())
                                        : RpcMessage.error(
                                                initialize.id(), Failures.problem(failure)));
    }

    private Speaker speaker(Greeted child) {
        return child.era() == Era.LEGACY
                ? new LegacySpeaker(lane, this, child, general)
                : new ModernSpeaker(lane, this, child, hello, general);
    }

    @Override
    public CompletableFuture<RpcMessage> opened() {
        return opened;
    }

    @Override
    public Call request(RpcMessage request, ClientSink aside) {
        if (request.isFor(Mcp.INITIALIZE)) {
            return Call.answered(
                    RpcMessage.error(
                            request.id(),
                            RpcProblem.invalidRequest(
                                    "this session is open already; open another without its"
                                            + " id")));
        }
        return speaker.isDone() && !speaker.isCompletedExceptionally()
                ? speaker.join().request(request, aside)
                : Call.answered(
                        RpcMessage.error(
                                request.id(),
                                RpcProblem.invalidRequest(
                                        "the session is not open yet; await the answer to"
                                                + " initialize")));
    }

    @Override
    public void tell(RpcMessage message) {
        var _ = speaker.thenAccept(it -> it.tell(message));
    }

    @Override
    public void hear(RpcMessage message) {
        var _ = speaker.thenAccept(it -> it.hear(message));
    }

    @Override
    public boolean answersAnytime() {
        return true;
    }

    @Override
    public void restarted(Greeted child) {
        var _ = speaker.thenAccept(it -> it.restarted(child));
    }

    @Override
    public void renew(Caller caller) {
        if (own) {
            lane.supervisor().replace(environment.apply(caller));
        }
    }

    @Override
    public CompletableFuture<String> ended() {
        return lane.supervisor().over();
    }

    @Override
    public long pid() {
        return lane.supervisor().current().map(child -> child.peer().pid()).orElse(0L);
    }

    @Override
    public int restarts() {
        return lane.supervisor().restarts();
    }

    @Override
    public void close() {
        lane.leave(this);
        if (own) {
            var _ = lane.supervisor().close();
        }
    }
}
