package dev.foster.cli.mcp.bridge;

import dev.foster.cli.mcp.link.AnswerMessages;
import dev.foster.cli.mcp.link.LinkResponse;
import dev.foster.cli.mcp.link.ServerLink;
import dev.foster.cli.mcp.link.Unreachable;
import dev.foster.http.Headers;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;

/** Asks a broker that may be restarted meanwhile. */
final class BrokerCalls {
    /** Longer than a restart takes, shorter than a client's patience. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int ERRORS = 400;

    private final ServerLink link;

    BrokerCalls(ServerLink link) {
        this.link = link;
    }

    /**
     * Waits for a broker that is away: nothing has been sent to it then, so asking again is safe.
     */
    LinkResponse ask(String method, Headers headers, Optional<byte[]> body) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            try {
                return link.ask(method, headers, body);
            } catch (Unreachable away) {
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw away;
                }
                pause(PAUSE);
            }
        }
    }

    /** Asks once, whether somebody is there or not. */
    LinkResponse last(String method, Headers headers) throws IOException {
        return link.ask(method, headers, Optional.empty());
    }

    LinkResponse post(RpcMessage message, Headers headers) throws IOException {
        return ask("POST", headers, Optional.of(message.line()));
    }

    static void pause(Duration time) throws IOException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("the wait was ended");
            interrupted.initCause(ended);
            throw interrupted;
        }
    }

    /** The error in an answer that refuses a request, under the request's own id. */
    static RpcMessage refusal(LinkResponse answer, RawJson id) throws IOException {
        Optional<RawJson> error = Optional.empty();
        try {
            error = new AnswerMessages(answer).next().flatMap(RpcMessage::error);
        } catch (IOException noMessage) {
            // Something between us and the broker may answer in words of its own.
        }
        return error.map(known -> RpcMessage.error(id, problem("")).withError(known))
                .orElseGet(
                        () ->
                                RpcMessage.error(
                                        id, problem("it answers with status " + answer.status())));
    }

    static boolean refuses(LinkResponse answer) {
        return answer.status() >= ERRORS;
    }

    RpcMessage failure(RawJson id, IOException failure) {
        return RpcMessage.error(id, problem(link.place() + ": " + failure.getMessage()));
    }

    private static RpcProblem problem(String why) {
        return new RpcProblem(
                Mcp.CHILD_GONE, "cannot ask the gateway: " + why + "; see foster mcp ls");
    }
}
