package dev.foster.bench.mcp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The content of a reply as it arrives: a JSON text, or events of which one is the answer. */
final class Body {
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final boolean events;
    private final long id;
    private String message = "";
    private long at;

    /**
     * @param type of the content
     * @param id of the request that is answered
     */
    Body(String type, long id) {
        this.events = type.startsWith("text/event-stream");
        this.id = id;
    }

    void add(byte[] more) {
        content.writeBytes(more);
        if (events && at > 0) {
            return;
        }
        String text = content.toString(StandardCharsets.UTF_8);
        if (!events) {
            message = text;
            at = System.nanoTime();
        } else if (text.endsWith("\n\n")) {
            text.lines()
                    .filter(line -> line.startsWith("data:"))
                    .map(line -> line.substring("data:".length()).strip())
                    .filter(line -> Question.answers(line, id))
                    .findFirst()
                    .ifPresent(
                            line -> {
                                message = line;
                                at = System.nanoTime();
                            });
        }
    }

    String message() {
        return message.isEmpty() ? content.toString(StandardCharsets.UTF_8) : message;
    }

    /** When the answer was complete; 0 when it never was. */
    long at() {
        return at;
    }
}
