package dev.foster.stdio.http;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.McpServer;
import dev.foster.stdio.gateway.Talk;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** How a legacy client comes to a session: with initialize. */
final class Opening {
    private static final OptionalLong TOO_MANY = OptionalLong.of(Mcp.TOO_MANY);

    private final McpSessions sessions;
    private final Answers answers;

    Opening(McpSessions sessions, Answers answers) {
        this.sessions = sessions;
        this.answers = answers;
    }

    HttpResponse open(
            HttpRequest request,
            McpServer server,
            Caller caller,
            RpcMessage initialize,
            Takes takes) {
        McpSession session;
        try {
            session = sessions.admit(server.name(), caller);
        } catch (RpcProblem full) {
            return Replies.error(503, Optional.of(initialize.id()), full);
        }
        long begin = answers.now();
        RpcMessage answer = greeted(request, server, caller, initialize, session);
        boolean ok = answer.result().isPresent();
        if (ok) {
            session.agreed(answer);
        }
        // Ended meanwhile, by whoever may: then its client should not take it for its own.
        if (session.hasEnded()) {
            answer = RpcMessage.error(initialize.id(), gone("the session has ended"));
            ok = false;
        }
        answers.tell(server.name(), initialize.method(), begin, ok);
        if (!ok) {
            sessions.end(session, "it did not come about");
            return whole(answer, takes);
        }
        sessions.opened(session);
        var _ = session.talk().ended().thenAccept(why -> sessions.giveUp(session, why));
        return whole(answer, takes).with("mcp-session-id", session.id().text());
    }

    private RpcMessage greeted(
            HttpRequest request,
            McpServer server,
            Caller caller,
            RpcMessage initialize,
            McpSession session) {
        try {
            Talk talk = server.open(caller, initialize, session.streams()::say);
            session.began(talk);
            CompletableFuture<RpcMessage> greeting = talk.opened();
            if (!greeting.isDone()) {
                CompletableFuture<RpcMessage> first = greeting.copy();
                // A client that leaves now never learns the id, and nobody could use the session.
                request.onGone(
                        () ->
                                first.complete(
                                        RpcMessage.error(
                                                initialize.id(), gone("the client has gone"))));
                session.whenReleased(
                        () ->
                                first.complete(
                                        RpcMessage.error(
                                                initialize.id(), gone("the session has ended"))));
                greeting = first;
            }
            return greeting.exceptionally(_ -> RpcMessage.error(initialize.id(), Replies.fault()))
                    .join();
        } catch (RpcProblem problem) {
            return RpcMessage.error(initialize.id(), problem);
        }
    }

    private static RpcProblem gone(String why) {
        return new RpcProblem(
                Mcp.CHILD_GONE, "cannot open a session: " + why + "; initialize again");
    }

    private static HttpResponse whole(RpcMessage answer, Takes takes) {
        int status = Replies.code(answer).equals(TOO_MANY) ? 503 : 200;
        if (takes.json() || status != 200) {
            return Replies.json(status, answer.line());
        }
        var event = new ByteArrayOutputStream(256);
        Sse.event(event, answer.line());
        return new HttpResponse(
                200,
                Headers.of("content-type", "text/event-stream").with("cache-control", "no-store"),
                new HttpResponse.Whole(event.toByteArray()));
    }
}
