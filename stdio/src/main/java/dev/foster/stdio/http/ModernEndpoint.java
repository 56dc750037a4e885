package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.broker.Call;
import dev.foster.stdio.broker.McpServer;
import dev.foster.stdio.broker.Outlet;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.StreamLimits;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The modern era: every request stands alone, and a client that leaves has given its request up.
 * The first thing that happens decides the form: an answer is plain JSON, with its status; anything
 * said before it makes a stream.
 */
final class ModernEndpoint {
    /** Most requests are answered in this time, and nobody need look out for their clients. */
    private static final long UNWATCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final String CLOSING = "the broker is closing; come later";

    private final StreamLimits limits;
    private final Answers answers;

    /** What to do at the end, for each request that waits. */
    private final Set<Runnable> underWay = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    ModernEndpoint(StreamLimits limits, Answers answers) {
        this.limits = limits;
        this.answers = answers;
    }

    HttpResponse post(
            HttpRequest request, McpServer server, Caller caller, RpcMessage message, Takes takes)
            throws InterruptedException {
        if (message.isNotification()) {
            // There is nothing a client of this era could tell that concerns a server: closing
            // the answer's stream is how it gives a request up.
            return Replies.accepted();
        }
        ModernChecks.check(request.headers(), message);
        if (message.isFor(Mcp.LISTEN) && !takes.events()) {
            return Replies.refused(
                    406,
                    Optional.of(message.id()),
                    "cannot answer: the answer is a stream of events; accept text/event-stream");
        }
        if (message.isFor(Mcp.TOOLS_CALL)) {
            checkMirrored(request, server, caller, message);
        }
        return ask(request, server, caller, message, takes);
    }

    private void checkMirrored(
            HttpRequest request, McpServer server, Caller caller, RpcMessage message)
            throws InterruptedException {
        Optional<String> tool = message.params().text("name");
        if (tool.isEmpty()) {
            return;
        }
        CompletableFuture<Map<String, List<String>>> look =
                server.mirrored(caller, message, tool.get());
        Runnable giveUp = () -> look.cancel(false);
        begins(giveUp);
        try {
            ModernChecks.checkMirrored(request.headers(), message, await(request, look, giveUp));
        } finally {
            underWay.remove(giveUp);
        }
    }

    private static Map<String, List<String>> await(
            HttpRequest request, CompletableFuture<Map<String, List<String>>> look, Runnable giveUp)
            throws InterruptedException {
        // A server that cannot tell will not answer the call either.
        CompletableFuture<Map<String, List<String>>> told = look.exceptionally(_ -> Map.of());
        try {
            return told.get(UNWATCHED_NANOS, TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            request.onGone(giveUp);
            return told.join();
        } catch (ExecutionException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private HttpResponse ask(
            HttpRequest request, McpServer server, Caller caller, RpcMessage message, Takes takes)
            throws InterruptedException {
        if (closed) {
            return Replies.refused(503, Optional.of(message.id()), "cannot answer: " + CLOSING);
        }
        Recording recording = Recording.nameless(limits);
        Outlet aside = takes.events() ? said -> recording.say(said.line()) : _ -> {};
        Call call;
        try {
            call = server.ask(caller, message, aside);
        } catch (RpcProblem refused) {
            return Replies.error(
                    Mcp.answerStatus(refused.code()), Optional.of(message.id()), refused);
        }
        Runnable atTheEnd = () -> call.cancel(CLOSING);
        begins(atTheEnd);
        answers.whenAnswered(
                server.name(),
                message,
                call,
                ModernEndpoint::status,
                answer -> {
                    underWay.remove(atTheEnd);
                    recording.answer(answer);
                });
        recording.awaitFirst(UNWATCHED_NANOS);
        if (recording.isSilent()) {
            request.onGone(() -> giveUp(call));
            recording.awaitFirst(
                    takes.events() ? limits.keepAlive().toNanos() : Recording.forever());
        }
        Optional<Answer> answer = recording.onlyAnswer();
        if (answer.isPresent() && (takes.json() || answer.get().status() != 200)) {
            return Replies.answer(answer.get());
        }
        Recording.Reader reader = recording.read(0);
        // Silent still: the first comment shows whatever stands between that we are alive.
        byte[] opening = recording.isSilent() ? Sse.KEEP_ALIVE : new byte[0];
        Runnable over =
                () -> {
                    reader.leave();
                    giveUp(call);
                };
        return Streams.of(request, opening, reader, limits.keepAlive(), Duration.ZERO, over);
    }

    private void begins(Runnable atTheEnd) {
        underWay.add(atTheEnd);
        if (closed) {
            atTheEnd.run();
        }
    }

    /** Answers what is under way: nobody would do so any more. */
    void close() {
        closed = true;
        underWay.forEach(Runnable::run);
    }

    private static void giveUp(Call call) {
        if (!call.answer().isDone()) {
            call.cancel("the client has gone");
        }
    }

    /** The status of an answer in this era. */
    private static int status(RpcMessage answer) {
        OptionalLong code = Replies.code(answer);
        return code.isPresent() ? Mcp.answerStatus(code.getAsLong()) : 200;
    }

    /** The status of a problem that was found before a server answered. */
    static int status(RpcProblem problem, Era era) {
        return era == Era.MODERN ? Mcp.status(problem.code()) : 400;
    }
}
