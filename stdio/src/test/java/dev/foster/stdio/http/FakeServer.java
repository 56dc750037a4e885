package dev.foster.stdio.http;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.Call;
import dev.foster.stdio.gateway.ClientSink;
import dev.foster.stdio.gateway.HeaderCheck;
import dev.foster.stdio.gateway.LateCall;
import dev.foster.stdio.gateway.McpServer;
import dev.foster.stdio.gateway.Talk;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A server without a process. It echoes parameters, knows no method {@code unknown/method}, and
 * leaves every method that begins with {@code held/} to the test.
 */
final class FakeServer implements McpServer {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final LinkedBlockingQueue<FakeCall> held = new LinkedBlockingQueue<>();
    private final List<FakeTalk> talks = new CopyOnWriteArrayList<>();
    private final List<RpcMessage> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile Consumer<FakeTalk> greeting = talk -> talk.greet(Mcp.LEGACY);
    private volatile CompletableFuture<Map<String, List<String>>> mirrored =
            CompletableFuture.completedFuture(Map.of());

    @Override
    public String name() {
        return "fake";
    }

    /** How a talk begins from now on. */
    void greeting(Consumer<FakeTalk> wanted) {
        greeting = wanted;
    }

    void mirrored(Map<String, List<String>> wanted) {
        mirrored = CompletableFuture.completedFuture(wanted);
    }

    /** It cannot tell what is repeated in headers. */
    void mirrorsBroken() {
        mirrored = CompletableFuture.failedFuture(new IllegalStateException("no child"));
    }

    /** It does not tell what is repeated in headers until the test says so. */
    CompletableFuture<Map<String, List<String>>> mirrorsLate() {
        mirrored = new CompletableFuture<>();
        return mirrored;
    }

    /** How often it was asked what is repeated in headers. */
    int looks() {
        return looks.get();
    }

    List<FakeTalk> talks() {
        return talks;
    }

    List<RpcMessage> asked() {
        return asked;
    }

    /** The next request that is left to the test. */
    FakeCall held() {
        try {
            FakeCall call = held.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (call == null) {
                throw new AssertionError("no request came to the server");
            }
            return call;
        } catch (InterruptedException interrupt) {
            throw new AssertionError(interrupt);
        }
    }

    FakeCall take(FakeCall call) {
        RpcMessage request = call.request();
        asked.add(request);
        if (request.isFor("unknown/method")) {
            call.fail(RpcProblem.METHOD_NOT_FOUND, "no such method");
        } else if (request.method().startsWith("held/") || request.isFor(Mcp.LISTEN)) {
            held.add(call);
        } else {
            call.answer("{\"echo\":" + request.params().json() + "}");
        }
        return call;
    }

    @Override
    public Talk open(Caller caller, RpcMessage initialize, ClientSink general) {
        var talk = new FakeTalk(this, initialize, general);
        talks.add(talk);
        greeting.accept(talk);
        return talk;
    }

    @Override
    public Call ask(Caller caller, RpcMessage request, HeaderCheck check, ClientSink aside) {
        var whole = new LateCall(request.id());
        CompletableFuture<Map<String, List<String>>> look = mirrored;
        looks.incrementAndGet();
        var _ = whole.answer().thenRun(() -> look.cancel(false));
        var _ =
                look.exceptionally(_ -> Map.of())
                        .thenAccept(
                                known -> {
                                    if (!whole.answer().isDone()) {
                                        whole.goesOnAs(checked(request, check, known, aside));
                                    }
                                });
        return whole;
    }

    private Call checked(
            RpcMessage request,
            HeaderCheck check,
            Map<String, List<String>> known,
            ClientSink aside) {
        try {
            if (request.isFor(Mcp.TOOLS_CALL)) {
                check.check(known);
            }
            return take(new FakeCall(request, aside));
        } catch (RpcProblem refused) {
            return Call.answered(RpcMessage.error(request.id(), refused));
        }
    }
}
