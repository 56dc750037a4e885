package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.message.MessageBus;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Requester;

import java.time.Instant;

/**
 * Tells the bus what happens to processes, at {@code foster.process.NAME.WORD}. A bad end that
 * nobody asked for is told as {@code crashed}, with how it came.
 */
final class EventPublisher {
    private static final String CRASHED = "crashed";

    private final MessageBus bus;

    EventPublisher(MessageBus bus) {
        this.bus = bus;
    }

    void tell(ProcessEvent event, Instant at) {
        String word = word(event);
        String subject = "foster.process." + token(event.name()) + "." + word;
        try {
            bus.connected().ifPresent(it -> it.publish(subject, json(event, word, at)));
        } catch (IllegalStateException lost) {
            // While the bus is away there is nobody to tell; the journal has it.
        }
    }

    private static String word(ProcessEvent event) {
        return event instanceof ProcessEvent.Exited exited && exited.ending().crash()
                ? CRASHED
                : event.kind().word();
    }

    /** A name as one word of a subject. */
    static String token(String name) {
        return name.replace('.', '_');
    }

    private static byte[] json(ProcessEvent event, String word, Instant at) {
        return JsonText.write(
                        Members.none()
                                .put("name", event.name())
                                .put("event", word)
                                .put("run", event.run())
                                .put("text", event.text())
                                .put("who", event.who().map(Requester::words))
                                .put("at", at.toString())
                                .put("details", event.details())
                                .object())
                .getBytes(UTF_8);
    }
}
