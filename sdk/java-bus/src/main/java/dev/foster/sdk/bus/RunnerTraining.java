package dev.foster.sdk.bus;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A start, a command, and a stop, with a stand-in for the bus inside this process. Of a plugin that
 * is named only the constructor runs: what its initialize does is not ours to repeat.
 */
final class RunnerTraining {
    private static final String RUN = "rehearsal";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private RunnerTraining() {}

    static void run(Optional<String> className, RunnerExit ending) throws Failure {
        if (className.isPresent()) {
            var _ = PluginClass.find(className).construct();
        }
        StandInBus bus;
        try {
            bus = StandInBus.open();
        } catch (IOException noSocket) {
            throw new Failure(
                    Failure.OTHER,
                    "cannot rehearse: " + Failure.why(noSocket) + "; allow sockets on loopback",
                    noSocket);
        }
        Runner.run(
                Map.of(
                        "FOSTER_BUS_SERVERS",
                        "nats://127.0.0.1:" + bus.port(),
                        "FOSTER_BUS_USER",
                        RUN,
                        "FOSTER_BUS_PASSWORD",
                        RUN,
                        "FOSTER_BUS_INBOX",
                        "_INBOX." + RUN,
                        "FOSTER_PLUGIN_ID",
                        RUN,
                        "FOSTER_PLUGIN_RUN",
                        RUN,
                        "FOSTER_PLUGIN_QUEUE",
                        RUN,
                        "FOSTER_PLUGIN_CONFIG",
                        "{\"text\": \"a\", \"number\": [1, 2.5, true]}",
                        // The virtual machine writes its cache after the stop; that takes long.
                        "FOSTER_PLUGIN_DRAIN",
                        "600"),
                Optional.of(Rehearsed.class.getName()),
                List.of(),
                ending);
    }

    /** The plugin that plays: when it hears that it is ready it asks itself, and then ends. */
    public static final class Rehearsed implements MessagePlugin {
        private static final String QUESTION = "foster.command.rehearsal.play";

        @Override
        public void initialize(Bus bus) {
            // What finds a plugin in a jar belongs to a start, too.
            var _ = ServiceLoader.load(MessagePlugin.class).stream().findFirst();
            bus.command(QUESTION, request -> request.user() + request.words());
            bus.subscribe(
                    "foster.run." + RUN + ".ready",
                    _ -> {
                        var _ = bus.request(QUESTION, "{\"args\": \"1 2\"}", LIMIT);
                        bus.publish("foster.run." + RUN + ".stop", "{}");
                    });
        }
    }
}
