package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.ClientSink;
import dev.foster.stdio.gateway.LateCall;
import dev.foster.stdio.gateway.McpServer;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.StreamLimits;

import java.time.Duration;
import java.util.Optional;

/**
 * The legacy era: a client opens a session and stays in it until one of them ends it. Losing its
 * connection ends nothing: a request goes on, and its client may come back for what was said.
 */
final class LegacyEndpoint {
    private final StreamLimits limits;
    private final McpSessions sessions;
    private final Answers answers;
    private final Opening opening;

    LegacyEndpoint(StreamLimits limits, McpSessions sessions, Answers answers) {
        this.limits = limits;
        this.sessions = sessions;
        this.answers = answers;
        this.opening = new Opening(sessions, answers);
    }

    HttpResponse post(
            HttpRequest request, McpServer server, Caller caller, RpcMessage message, Takes takes)
            throws InterruptedException {
        RequestVersion.checkLegacy(request.headers());
        if (message.isRequest() && message.isFor(Mcp.INITIALIZE)) {
            return opening.open(request, server, caller, message, takes);
        }
        Optional<RawJson> id = message.isRequest() ? Optional.of(message.id()) : Optional.empty();
        Found found = find(request, server, caller, id);
        if (found.refusal().isPresent()) {
            return found.refusal().get();
        }
        McpSession session = found.session().orElseThrow();
        session.heard();
        session.seen(caller);
        return switch (message.kind()) {
            case REQUEST -> ask(request, session, message, takes);
            case NOTIFICATION -> tell(session, message);
            case RESPONSE -> {
                if (!session.answersPing(message)) {
                    session.talk().tell(message);
                }
                yield Replies.accepted();
            }
        };
    }

    /** A session, or why there is none for this client. */
    private record Found(Optional<McpSession> session, Optional<HttpResponse> refusal) {}

    private Found find(HttpRequest request, McpServer server, Caller caller, Optional<RawJson> id) {
        Optional<String> wanted = request.headers().first("mcp-session-id").map(String::strip);
        if (wanted.isEmpty()) {
            return refuse(400, id, "the header Mcp-Session-Id is missing; initialize first");
        }
        Optional<McpSession> session =
                sessions.find(server.name(), wanted.get()).filter(McpSession::isOpen);
        if (session.isEmpty()) {
            Optional<String> why = id.flatMap(_ -> sessions.lastWords(wanted.get(), caller));
            if (why.isPresent()) {
                // A 404 would send the client to open another without a word to its person.
                return new Found(
                        Optional.empty(),
                        Optional.of(
                                Replies.error(200, id, new RpcProblem(Mcp.CHILD_GONE, why.get()))));
            }
            return refuse(404, id, "there is no such session, or no more; initialize again");
        }
        if (!session.get().belongsTo(caller)) {
            return refuse(403, id, "the session is somebody else's; initialize one of your own");
        }
        return new Found(session, Optional.empty());
    }

    private static Found refuse(int status, Optional<RawJson> id, String why) {
        return new Found(
                Optional.empty(),
                Optional.of(Replies.refused(status, id, "cannot use the session: " + why)));
    }

    private static HttpResponse tell(McpSession session, RpcMessage notification) {
        Optional<Running> meant =
                notification.isFor(Mcp.CANCELLED_NOTE)
                        ? notification.params().member("requestId").flatMap(session::running)
                        : Optional.empty();
        if (meant.isPresent()) {
            meant.get()
                    .call()
                    .cancel(notification.params().text("reason").orElse("the client gave it up"));
        } else {
            session.talk().tell(notification);
        }
        return Replies.accepted();
    }

    // ---- requests ----

    private HttpResponse ask(
            HttpRequest request, McpSession session, RpcMessage message, Takes takes)
            throws InterruptedException {
        SessionStreams streams = session.streams();
        Recording recording = streams.begin();
        RawJson id = message.id();
        var running = new Running(recording, new LateCall(id));
        Optional<RpcProblem> problem = session.start(id, running);
        if (problem.isPresent()) {
            return Replies.error(400, Optional.of(message.id()), problem.get());
        }
        // Who takes no events on this answer may take them elsewhere.
        ClientSink aside = takes.events() ? said -> streams.say(recording, said) : streams::say;
        try {
            running.call().goesOnAs(session.talk().request(message, aside));
            answers.whenAnswered(
                    session.server(),
                    message,
                    running.call(),
                    _ -> 200,
                    answer -> {
                        session.finished(id, running);
                        streams.answer(recording, answer);
                    });
        } catch (RpcProblem refused) {
            session.finished(message.id(), running);
            return Replies.error(200, Optional.of(message.id()), refused);
        }
        if (session.hasEnded()) {
            session.answerEnded("it was ended just now");
        }
        return answered(request, session, recording, takes);
    }

    private HttpResponse answered(
            HttpRequest request, McpSession session, Recording recording, Takes takes)
            throws InterruptedException {
        if (takes.json()) {
            recording.awaitFirst(
                    takes.events() ? limits.patience().toNanos() : Recording.forever());
            Optional<Answer> answer = recording.onlyAnswer();
            if (answer.isPresent()) {
                return Replies.answer(answer.get());
            }
        }
        Duration hold = session.takesMarks() ? limits.poll() : Duration.ZERO;
        Recording.Reader reader = session.streams().read(recording);
        return stream(request, session, reader, 0, hold);
    }

    private HttpResponse stream(
            HttpRequest request,
            McpSession session,
            Recording.Reader reader,
            long after,
            Duration hold)
            throws InterruptedException {
        byte[] opening =
                session.takesMarks()
                        ? Sse.mark(
                                new EventId(reader.recording().name(), after).toString(),
                                limits.retry())
                        : Sse.retry(limits.retry());
        return Streams.of(
                request,
                opening,
                reader,
                limits.keepAlive(),
                hold,
                () -> session.streams().leave(reader));
    }

    // ---- listening and leaving ----

    HttpResponse get(HttpRequest request, McpServer server, Caller caller)
            throws InterruptedException {
        RequestVersion.checkLegacy(request.headers());
        if (!Takes.of(request.headers()).events()) {
            return Replies.refused(
                    406, "cannot answer: this is a stream of events; accept text/event-stream");
        }
        Found found = find(request, server, caller, Optional.empty());
        if (found.refusal().isPresent()) {
            return found.refusal().get();
        }
        McpSession session = found.session().orElseThrow();
        session.seen(caller);
        Optional<String> last = request.headers().first("last-event-id").map(String::strip);
        if (last.isEmpty()) {
            return stream(request, session, session.streams().listen(), 0, Duration.ZERO);
        }
        Optional<EventId> event = EventId.parse(last.get());
        if (event.isEmpty()) {
            return Replies.refused(
                    400,
                    "cannot go on behind that event: Last-Event-ID is none of ours; leave it out");
        }
        return resumed(request, session, event.get());
    }

    /**
     * A stream that is forgotten is no reason to send the client away: 404 would tell it that its
     * session is over. It hears what comes from now on.
     */
    private HttpResponse resumed(HttpRequest request, McpSession session, EventId last)
            throws InterruptedException {
        Optional<Recording.Reader> reader = session.streams().resume(last);
        if (reader.isEmpty()) {
            return stream(request, session, session.streams().listen(), 0, Duration.ZERO);
        }
        boolean general = reader.get().recording().isGeneral();
        return stream(
                request,
                session,
                reader.get(),
                last.number(),
                general || !session.takesMarks() ? Duration.ZERO : limits.poll());
    }

    HttpResponse delete(HttpRequest request, McpServer server, Caller caller) {
        RequestVersion.checkLegacy(request.headers());
        Found found = find(request, server, caller, Optional.empty());
        return found.refusal()
                .orElseGet(
                        () -> {
                            sessions.end(found.session().orElseThrow(), "its client has ended it");
                            return HttpResponse.empty(204);
                        });
    }
}
