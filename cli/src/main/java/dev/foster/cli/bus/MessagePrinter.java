package dev.foster.cli.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.cli.Arguments;
import dev.foster.cli.Invocation;
import dev.foster.cli.TerminalText;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import io.nats.client.Message;
import io.nats.client.impl.Headers;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows messages to people, to programs, or as they are. */
final class MessagePrinter {
    private final Invocation invocation;
    private final boolean json;
    private final boolean raw;
    private int number;

    MessagePrinter(Invocation invocation, Arguments arguments) {
        this.invocation = invocation;
        json = arguments.has("--json");
        raw = arguments.has("--raw");
    }

    void print(Message message) {
        number++;
        if (json) {
            invocation.out().println(JsonText.write(object(message)));
        } else if (raw) {
            invocation.out().writeBytes(message.getData());
            invocation.out().println();
        } else {
            show(message);
        }
        invocation.out().flush();
    }

    /** Whether nobody reads any more. */
    boolean broken() {
        return invocation.out().checkError();
    }

    private void show(Message message) {
        String reply = message.getReplyTo() == null ? "" : ", answers to " + message.getReplyTo();
        invocation
                .out()
                .println("[" + number + "] " + TerminalText.line(message.getSubject() + reply));
        headers(message)
                .forEach(
                        (name, values) ->
                                values.forEach(
                                        value ->
                                                invocation
                                                        .out()
                                                        .println(
                                                                TerminalText.line(
                                                                        name + ": " + value))));
        text(message)
                .orElseGet(() -> message.getData().length + " bytes that are no text")
                .lines()
                .forEach(line -> invocation.out().println(TerminalText.line(line)));
    }

    private static Map<String, Object> object(Message message) {
        Optional<String> text = text(message);
        Members members =
                Members.none()
                        .put("subject", message.getSubject())
                        .put("reply", Optional.ofNullable(message.getReplyTo()))
                        .put("data", text);
        if (text.isEmpty()) {
            members.put("base64", Base64.getEncoder().encodeToString(message.getData()));
        }
        Map<String, Object> headers = new LinkedHashMap<>(headers(message));
        return headers.isEmpty() ? members.object() : members.put("headers", headers).object();
    }

    private static Map<String, List<String>> headers(Message message) {
        Headers headers = message.getHeaders();
        Map<String, List<String>> all = new LinkedHashMap<>();
        if (headers != null) {
            headers.forEach(all::put);
        }
        return all;
    }

    private static Optional<String> text(Message message) {
        try {
            return Optional.of(
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(message.getData())).toString());
        } catch (CharacterCodingException bytes) {
            return Optional.empty();
        }
    }
}
