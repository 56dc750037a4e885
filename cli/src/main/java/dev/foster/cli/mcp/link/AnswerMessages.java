package dev.foster.cli.mcp.link;

import dev.foster.http.SseEvent;
import dev.foster.http.SseReader;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The messages of an answer, one after the other, whether it is a stream of them or a single one.
 */
public final class AnswerMessages {
    private final LinkResponse answer;
    private final Optional<SseReader> events;
    private Optional<String> lastId = Optional.empty();
    private boolean taken;

    public AnswerMessages(LinkResponse answer) {
        this.answer = answer;
        this.events =
                answer.isStream() ? Optional.of(new SseReader(answer.body())) : Optional.empty();
    }

    /** Waits for the next; empty when there is no more. */
    public Optional<RpcMessage> next() throws IOException {
        return events.isPresent() ? nextEvent(events.get()) : single();
    }

    private Optional<RpcMessage> nextEvent(SseReader reader) throws IOException {
        for (Optional<SseEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
            lastId = event.get().id();
            if (!event.get().data().isBlank()) {
                return Optional.of(read(event.get().data().getBytes(StandardCharsets.UTF_8)));
            }
        }
        return Optional.empty();
    }

    private Optional<RpcMessage> single() throws IOException {
        if (taken) {
            return Optional.empty();
        }
        taken = true;
        byte[] body = answer.body().readAllBytes();
        return body.length == 0 ? Optional.empty() : Optional.of(read(body));
    }

    private static RpcMessage read(byte[] text) throws IOException {
        try {
            return RpcMessage.parse(text);
        } catch (RpcProblem noMessage) {
            throw new IOException("it is no JSON-RPC message", noMessage);
        }
    }

    /** The last event that came, to go on behind it. */
    public Optional<String> lastId() {
        return lastId;
    }
}
