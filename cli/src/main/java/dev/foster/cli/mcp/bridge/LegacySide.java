package dev.foster.cli.mcp.bridge;

import dev.foster.cli.mcp.link.AnswerMessages;
import dev.foster.cli.mcp.link.LinkResponse;
import dev.foster.cli.mcp.pipe.ClientPipe;
import dev.foster.http.Headers;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A client of the legacy era: one session, which is opened again, without the client's noticing,
 * when the broker does not know it any more.
 */
final class LegacySide {
    private static final int NOT_FOUND = 404;
    private static final Headers OPENING =
            Headers.of("accept", "application/json, text/event-stream");

    private final BrokerCalls broker;
    private final ClientPipe client;
    private final ServerStream stream;

    /** Held while a session is opened: those who need one wait for that one. */
    private final ReentrantLock opener = new ReentrantLock();

    /** What the client has asked of its server for the whole session. */
    private final Map<String, RpcMessage> wishes = new LinkedHashMap<>();

    private Optional<RpcMessage> opening = Optional.empty();
    private Optional<LegacySession> session = Optional.empty();

    LegacySide(BrokerCalls broker, ClientPipe client) {
        this.broker = broker;
        this.client = client;
        this.stream = new ServerStream(broker, client);
    }

    private synchronized LegacySession session() {
        return session.orElseGet(() -> new LegacySession("", Mcp.LEGACY_WITHOUT_HEADER));
    }

    /** Opens the session; waits for it, as all that comes later needs it. */
    void initialize(RpcMessage request) {
        try {
            end();
            synchronized (this) {
                wishes.clear();
                opening = Optional.of(request);
            }
            client.send(open(request));
        } catch (IOException failure) {
            client.send(broker.failure(request.id(), failure));
        }
    }

    /** The answer to initialize; the session is there if it is a result. */
    private RpcMessage open(RpcMessage request) throws IOException {
        try (LinkResponse answer = broker.post(request, OPENING)) {
            if (BrokerCalls.refuses(answer)) {
                return BrokerCalls.refusal(answer, request.id());
            }
            var messages = new AnswerMessages(answer);
            for (var next = messages.next(); next.isPresent(); next = messages.next()) {
                RpcMessage message = next.get();
                if (!message.isResponse()) {
                    client.send(message);
                    continue;
                }
                opened(answer, message);
                return message;
            }
        }
        throw new IOException("it did not answer the greeting");
    }

    private synchronized void opened(LinkResponse answer, RpcMessage message) {
        session =
                message.result()
                        .map(
                                result ->
                                        new LegacySession(
                                                answer.header("mcp-session-id").orElse(""),
                                                result.text("protocolVersion").orElse(Mcp.LEGACY)));
    }

    /** Asks, and sends the client all that comes, the answer last. */
    void request(RpcMessage request) {
        try {
            LegacySession used = session();
            boolean gone;
            try (LinkResponse answer = broker.post(request, used.headers())) {
                gone = answer.status() == NOT_FOUND && !used.id().isEmpty();
                if (!gone) {
                    relay(request, answer, used);
                }
            }
            if (gone) {
                LegacySession next = renewed(used);
                try (LinkResponse answer = broker.post(request, next.headers())) {
                    relay(request, answer, next);
                }
            }
            remember(request);
        } catch (IOException failure) {
            if (!Thread.currentThread().isInterrupted()) {
                client.send(broker.failure(request.id(), failure));
            }
        }
    }

    private void relay(RpcMessage request, LinkResponse answer, LegacySession used)
            throws IOException {
        if (BrokerCalls.refuses(answer)) {
            client.send(BrokerCalls.refusal(answer, request.id()));
            return;
        }
        var messages = new AnswerMessages(answer);
        if (!stream.relayed(request, messages)) {
            stream.resume(request, messages.lastId(), used);
        }
    }

    /** Notifications and answers, in the order in which the client sends them. */
    void tell(RpcMessage message) {
        try (LinkResponse answer = broker.post(message, session().headers())) {
            if (message.isFor(Mcp.INITIALIZED) && !BrokerCalls.refuses(answer)) {
                stream.listen(session());
            }
        } catch (IOException lost) {
            // Nobody waits for an answer to it.
        }
    }

    private synchronized void remember(RpcMessage request) {
        switch (request.method()) {
            case Mcp.SET_LEVEL -> wishes.put("level", request);
            case Mcp.SUBSCRIBE -> wishes.put(uri(request), request);
            case Mcp.UNSUBSCRIBE -> wishes.remove(uri(request));
            default -> {
                // Is over when it is answered.
            }
        }
    }

    private static String uri(RpcMessage request) {
        return "uri " + request.params().text("uri").orElse("");
    }

    /** Another session in the place of one that the broker does not know; one for all who ask. */
    private LegacySession renewed(LegacySession lost) throws IOException {
        opener.lock();
        try {
            Optional<RpcMessage> greeting;
            synchronized (this) {
                greeting = opening;
            }
            return session().equals(lost) && greeting.isPresent()
                    ? openedAgain(greeting.get())
                    : session();
        } finally {
            opener.unlock();
        }
    }

    private LegacySession openedAgain(RpcMessage greeting) throws IOException {
        RpcMessage answer = open(greeting.withId(RawJson.string("foster-again")));
        if (answer.error().isPresent()) {
            throw new IOException(
                    "the session is gone, and there is no other: "
                            + answer.error().get().text("message").orElse(""));
        }
        tell(RpcMessage.notification(Mcp.INITIALIZED, RawJson.emptyObject()));
        List<RpcMessage> again;
        synchronized (this) {
            again = List.copyOf(wishes.values());
        }
        LegacySession next = session();
        int number = 0;
        for (RpcMessage wish : again) {
            RawJson id = RawJson.string("foster-again-" + number++);
            try (LinkResponse told = broker.post(wish.withId(id), next.headers())) {
                told.body().readAllBytes();
            }
        }
        return next;
    }

    /** Tells the broker that the client is gone. */
    void end() {
        stream.close();
        Optional<LegacySession> last;
        synchronized (this) {
            last = session.filter(known -> !known.id().isEmpty());
            session = Optional.empty();
        }
        if (last.isPresent()) {
            try (LinkResponse _ = broker.last("DELETE", last.get().headers())) {
                // Whatever it says: there is no more that could be done.
            } catch (IOException gone) {
                // Then it knows, or is gone itself.
            }
        }
    }
}
