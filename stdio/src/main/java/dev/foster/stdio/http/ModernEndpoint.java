package dev.foster.stdio.http;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.Call;
import dev.foster.stdio.gateway.ClientSink;
import dev.foster.stdio.gateway.HeaderCheck;
import dev.foster.stdio.gateway.McpServer;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.StreamLimits;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

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
        return ask(request, server, caller, message, takes);
    }

    /** What came of the look at the headers that repeat arguments. */
    private enum Mirrors {
        UNSEEN,
        REFUSED,
        FINE
    }

    private HttpResponse ask(
            HttpRequest request, McpServer server, Caller caller, RpcMessage message, Takes takes)
            throws InterruptedException {
        if (closed) {
            return Replies.refused(503, Optional.of(message.id()), "cannot answer: " + CLOSING);
        }
        Recording recording = Recording.nameless(limits);
        ClientSink aside = takes.events() ? said -> recording.say(said.line()) : _ -> {};
        var mirrors = new AtomicReference<>(Mirrors.UNSEEN);
        Headers headers = request.headers();
        HeaderCheck check =
                mirrored -> {
                    mirrors.set(Mirrors.REFUSED);
                    ModernChecks.checkMirrored(headers, message, mirrored);
                    mirrors.set(Mirrors.FINE);
                };
        Call call;
        try {
            call = server.ask(caller, message, check, aside);
        } catch (RpcProblem refused) {
            return Replies.error(Mcp.status(refused.code()), Optional.of(message.id()), refused);
        }
        boolean checked = message.isFor(Mcp.TOOLS_CALL);
        Runnable atTheEnd = () -> call.cancel(CLOSING);
        begins(atTheEnd);
        answers.whenAnswered(
                server.name(),
                message,
                call,
                answer -> status(answer, checked ? mirrors.get() : Mirrors.FINE),
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
    private int status(RpcMessage answer, Mirrors mirrors) {
        OptionalLong code = Replies.code(answer);
        if (code.isEmpty()) {
            return 200;
        }
        return switch (mirrors) {
            // No server has had it.
            case REFUSED -> Mcp.status(code.getAsLong());
            case UNSEEN -> closed ? 503 : Mcp.answerStatus(code.getAsLong());
            case FINE -> Mcp.answerStatus(code.getAsLong());
        };
    }

    /** The status of a problem that was found before a server answered. */
    static int status(RpcProblem problem, Era era) {
        return era == Era.MODERN ? Mcp.status(problem.code()) : 400;
    }
}
