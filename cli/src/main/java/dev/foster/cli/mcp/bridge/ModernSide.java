package dev.foster.cli.mcp.bridge;

import dev.foster.cli.mcp.link.AnswerMessages;
import dev.foster.cli.mcp.link.LearntToolHeaders;
import dev.foster.cli.mcp.link.LinkResponse;
import dev.foster.cli.mcp.link.ModernHeaders;
import dev.foster.cli.mcp.pipe.ClientPipe;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** A client of the modern era: each request is a POST of its own. */
final class ModernSide {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final LearntToolHeaders tools = new LearntToolHeaders();
    private final BrokerCalls broker;
    private final ClientPipe client;

    ModernSide(BrokerCalls broker, ClientPipe client) {
        this.broker = broker;
        this.client = client;
    }

    /** Asks, and sends the client all that comes, the answer last. Ends early when interrupted. */
    void request(RpcMessage request) {
        try {
            while (!relayed(request)) {
                // Only subscriptions come here: they go on when the broker is back.
                BrokerCalls.pause(PAUSE);
            }
        } catch (IOException failure) {
            if (!Thread.currentThread().isInterrupted()) {
                client.send(broker.failure(request.id(), failure));
            }
        }
    }

    /** False when the answer ended before its end, and may be asked for again. */
    private boolean relayed(RpcMessage request) throws IOException {
        try (LinkResponse answer = opened(request)) {
            if (BrokerCalls.refuses(answer)) {
                client.send(BrokerCalls.refusal(answer, request.id()));
                return true;
            }
            return relayed(request, new AnswerMessages(answer));
        }
    }

    private boolean relayed(RpcMessage request, AnswerMessages messages) throws IOException {
        boolean repeatable = request.isFor(Mcp.LISTEN);
        try {
            for (var next = messages.next(); next.isPresent(); next = messages.next()) {
                RpcMessage message = next.get();
                if (request.isFor(Mcp.TOOLS_LIST)) {
                    message.result().ifPresent(tools::learn);
                }
                client.send(message);
                if (message.isResponse()) {
                    return true;
                }
            }
        } catch (IOException broken) {
            if (!repeatable || Thread.currentThread().isInterrupted()) {
                throw broken;
            }
        }
        if (!repeatable) {
            throw new IOException("the answer ended before its end");
        }
        return false;
    }

    /** A call whose headers lack an argument is sent again once the tools are known. */
    private LinkResponse opened(RpcMessage request) throws IOException {
        LinkResponse first = broker.post(request, ModernHeaders.of(request, tools));
        if (!request.isFor(Mcp.TOOLS_CALL) || !BrokerCalls.refuses(first)) {
            return first;
        }
        var before = ModernHeaders.of(request, tools);
        learnTools(request);
        var after = ModernHeaders.of(request, tools);
        if (after.equals(before)) {
            return first;
        }
        first.close();
        return broker.post(request, after);
    }

    private void learnTools(RpcMessage request) throws IOException {
        RawJson meta = request.params().member(Mcp.META).orElseGet(RawJson::emptyObject);
        Optional<RawJson> cursor = Optional.empty();
        do {
            RawJson params = RawJson.emptyObject().with(Mcp.META, meta.without(Mcp.PROGRESS_TOKEN));
            RpcMessage list =
                    RpcMessage.request(
                            RawJson.string("foster-tools"),
                            Mcp.TOOLS_LIST,
                            cursor.map(it -> params.with("cursor", it)).orElse(params));
            try (LinkResponse answer = broker.post(list, ModernHeaders.of(list, tools))) {
                cursor = learn(new AnswerMessages(answer));
            }
        } while (cursor.isPresent());
    }

    private Optional<RawJson> learn(AnswerMessages messages) throws IOException {
        for (var next = messages.next(); next.isPresent(); next = messages.next()) {
            if (next.get().isResponse()) {
                next.get().result().ifPresent(tools::learn);
                return next.get()
                        .result()
                        .flatMap(result -> result.member("nextCursor"))
                        .filter(RawJson::isString);
            }
        }
        return Optional.empty();
    }

    void notification(RpcMessage notification) {
        try (LinkResponse _ = broker.post(notification, ModernHeaders.of(notification, tools))) {
            // Nobody waits for an answer to it.
        } catch (IOException lost) {
            // As with every notification: whoever sent it cannot be told.
        }
    }
}
