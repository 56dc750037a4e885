package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.message.MessageBus;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Requester;

import java.time.Instant;

/**
 * Tells the bus what happens to processes, at {@code foster.process.NAME.WORD}. A bad end that
 * nobody asked for is told as {@code crashed}, with how it came.
 */
final class BusNews {
    private static final String CRASHED = "crashed";

    private final MessageBus bus;

    BusNews(MessageBus bus) {
        this.bus = bus;
    }

    void tell(Happening happening, Instant at) {
        String word = word(happening);
        String subject = "foster.process." + token(happening.name()) + "." + word;
        try {
            bus.connected().ifPresent(it -> it.publish(subject, json(happening, word, at)));
        } catch (IllegalStateException lost) {
            // While the bus is away there is nobody to tell; the journal has it.
        }
    }

    private static String word(Happening happening) {
        return happening instanceof Happening.Exited exited && exited.ending().crash()
                ? CRASHED
                : happening.kind().word();
    }

    /** A name as one word of a subject. */
    static String token(String name) {
        return name.replace('.', '_');
    }

    private static byte[] json(Happening happening, String word, Instant at) {
        return JsonText.write(
                        Members.none()
                                .put("name", happening.name())
                                .put("event", word)
                                .put("run", happening.run())
                                .put("text", happening.text())
                                .put("who", happening.who().map(Requester::words))
                                .put("at", at.toString())
                                .put("details", happening.details())
                                .object())
                .getBytes(UTF_8);
    }
}
