package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.daemon.usage.UsageFigures;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.message.EmbeddedBus;
import dev.foster.plugin.message.MessageBus;

import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Tells the bus what processes use, at {@code foster.usage.NAME}, while somebody listens. Our own
 * broker knows whether anybody does; one of somebody else's is told when its owner wants it.
 */
final class UsagePublisher {
    /** As many wait to be sent: the bus hangs, and has no use for more. */
    private static final int MANY = 500;

    private final MessageBus bus;
    private final Executor executor;
    private final Predicate<String> wanted;

    /**
     * @param executor says it: whoever measures must not wait for the bus
     * @param always whether a bus that does not say who listens is told
     */
    UsagePublisher(MessageBus bus, Executor executor, boolean always) {
        this.bus = bus;
        this.executor = executor;
        this.wanted = bus instanceof EmbeddedBus own ? own.broker()::heard : _ -> always;
    }

    void tell(String name, UsageFigures figures) {
        String subject = "foster.usage." + EventPublisher.token(name);
        if (wanted.test(subject)) {
            executor.execute(() -> say(subject, name, figures));
        }
    }

    private void say(String subject, String name, UsageFigures figures) {
        try {
            // What could only be told later is old by then.
            bus.connected()
                    .filter(it -> it.outgoingPendingMessageCount() < MANY)
                    .ifPresent(it -> it.publish(subject, json(name, figures)));
        } catch (IllegalStateException full) {
            // The bus takes no more, or was closed; another sample is due in a second.
        }
    }

    private static byte[] json(String name, UsageFigures figures) {
        return JsonText.write(
                        Members.none()
                                .put("name", name)
                                .put("run", figures.run())
                                .put("at", figures.at())
                                .put("cpu_percent", figures.cpuPercent())
                                .put("memory_bytes", figures.memoryBytes())
                                .put("threads", figures.threads())
                                .put("processes", figures.processes())
                                .put("files", figures.files())
                                .put("read_bytes", figures.readBytes())
                                .put("written_bytes", figures.writtenBytes())
                                .object())
                .getBytes(UTF_8);
    }
}
