package dev.foster.sdk.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Connection;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** What the runner and the host say to each other about one run. */
final class HostTalk {
    static final String RUNNER = "java 0.1.0";

    private final RunnerEnvironment surroundings;
    private final ConnectedBus bus;
    private final Connection connection;

    HostTalk(RunnerEnvironment surroundings, ConnectedBus bus) {
        this.surroundings = surroundings;
        this.bus = bus;
        this.connection = bus.connection();
    }

    /** Hears the host from now on; a question that takes long does not keep a stop waiting. */
    void listen(Runnable stop, Supplier<Optional<String>> health) {
        connection
                .createDispatcher(message -> answer(new BusMessage(connection, message), health))
                .subscribe(surroundings.subject("ask"));
        connection.createDispatcher(_ -> stop.run()).subscribe(surroundings.subject("stop"));
    }

    void flush(Duration limit) throws TimeoutException, InterruptedException {
        connection.flush(limit);
    }

    private static void answer(BusMessage question, Supplier<Optional<String>> health) {
        Optional<String> why;
        try {
            why = health.get();
        } catch (Throwable failed) {
            why = Optional.of(Failure.why(failed));
        }
        question.respond(
                Json.write(
                        why.isEmpty()
                                ? Map.of("ok", true)
                                : Map.of("ok", false, "why", why.get())));
    }

    /** Says that the plugin is ready. */
    void announce(MessagePlugin plugin) {
        var ready = new LinkedHashMap<String, Object>();
        ready.put("plugin", surroundings.id());
        ready.put("run", surroundings.run());
        ready.put("pid", ProcessHandle.current().pid());
        ready.put("subjects", bus.subjects());
        plugin.description().ifPresent(text -> ready.put("description", text));
        plugin.version().ifPresent(text -> ready.put("version", text));
        ready.put("runner", RUNNER);
        connection.publish(surroundings.subject("ready"), Json.write(ready).getBytes(UTF_8));
    }
}
