package dev.foster.cli.mcp.bridge;

import dev.foster.cli.mcp.link.AnswerMessages;
import dev.foster.cli.mcp.link.LinkResponse;
import dev.foster.cli.mcp.pipe.ClientPipe;
import dev.foster.http.Headers;
import dev.foster.stdio.rpc.RpcMessage;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What a broker sends a legacy client of its own accord, and the rest of answers cut short. */
final class ServerStream {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MOST_RESUMPTIONS = 100;

    private final BrokerCalls broker;
    private final ClientPipe client;
    private Optional<Thread> listening = Optional.empty();

    ServerStream(BrokerCalls broker, ClientPipe client) {
        this.broker = broker;
        this.client = client;
    }

    /** From now on what the server says without being asked reaches the client. */
    synchronized void listen(LegacySession session) {
        close();
        listening =
                Optional.of(
                        Thread.ofVirtual()
                                .name("foster-mcp-listen")
                                .start(() -> listenOn(session)));
    }

    private void listenOn(LegacySession session) {
        Optional<String> last = Optional.empty();
        while (!Thread.currentThread().isInterrupted()) {
            try (LinkResponse answer =
                    broker.ask("GET", headers(session, last), Optional.empty())) {
                if (BrokerCalls.refuses(answer)) {
                    // It has no such stream, or the session is over: the next request tells which.
                    return;
                }
                var messages = new AnswerMessages(answer);
                try {
                    for (var next = messages.next(); next.isPresent(); next = messages.next()) {
                        client.send(next.get());
                    }
                } finally {
                    last = messages.lastId().isPresent() ? messages.lastId() : last;
                }
            } catch (IOException broken) {
                // Begun again below, unless somebody wants us to end.
            }
            try {
                BrokerCalls.pause(PAUSE);
            } catch (IOException ended) {
                return;
            }
        }
    }

    private static Headers headers(LegacySession session, Optional<String> last) {
        Headers headers = session.headers();
        return last.isPresent() ? headers.with("last-event-id", last.get()) : headers;
    }

    /** Sends the client all messages; true when the answer to the request was among them. */
    boolean relayed(RpcMessage request, AnswerMessages messages) throws IOException {
        for (var next = messages.next(); next.isPresent(); next = messages.next()) {
            RpcMessage message = next.get();
            client.send(message);
            if (message.isResponse() && message.id().equals(request.id())) {
                return true;
            }
        }
        return false;
    }

    /** Goes on with an answer whose stream the broker has closed, as it may. */
    void resume(RpcMessage request, Optional<String> behind, LegacySession session)
            throws IOException {
        Optional<String> last = behind;
        for (int i = 0; i < MOST_RESUMPTIONS && last.isPresent(); i++) {
            try (LinkResponse answer =
                    broker.ask("GET", headers(session, last), Optional.empty())) {
                if (BrokerCalls.refuses(answer)) {
                    break;
                }
                var messages = new AnswerMessages(answer);
                if (relayed(request, messages)) {
                    return;
                }
                last = messages.lastId().isPresent() ? messages.lastId() : last;
            }
            BrokerCalls.pause(PAUSE);
        }
        throw new IOException("the answer ended before its end");
    }

    synchronized void close() {
        listening.ifPresent(Thread::interrupt);
        listening = Optional.empty();
    }
}
