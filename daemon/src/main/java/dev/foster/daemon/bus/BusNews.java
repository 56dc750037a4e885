package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.message.MessageBus;
import dev.foster.supervise.report.Happening;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the bus what happens to processes, at {@code foster.process.NAME.WORD}. A bad end that
 * nobody asked for is told as {@code crashed}, with how it came.
 */
final class BusNews {
    private static final String CRASHED = "crashed";

    private final Set<Life> asked = ConcurrentHashMap.newKeySet();
    private final MessageBus bus;

    /** One run of one process; two of a name may be there at a time. */
    private record Life(String name, long run) {}

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

    private String word(Happening happening) {
        var life = new Life(happening.name(), happening.run());
        if (happening.kind() == Happening.Kind.STOPPING) {
            asked.add(life);
        }
        boolean unasked = happening.kind() == Happening.Kind.EXITED && !asked.remove(life);
        boolean badly = !"0".equals(happening.details().get("exit_code"));
        return unasked && badly ? CRASHED : happening.kind().word();
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
                                .put("at", at.toString())
                                .put("details", happening.details())
                                .object())
                .getBytes(UTF_8);
    }
}
