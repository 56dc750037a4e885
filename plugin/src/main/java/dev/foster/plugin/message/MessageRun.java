package dev.foster.plugin.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.process.Exit;
import dev.foster.process.Quantities;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Diagnosis;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.support.JsonParseException;
import io.nats.client.support.JsonParser;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of a message plugin, seen from its host. */
final class MessageRun implements Attendance {
    private static final Duration FLUSH_LIMIT = Duration.ofSeconds(5);

    private final String plugin;
    private final String run;
    private final MessageBus bus;
    private final BusEntry entry;
    private final MessageListener listener;
    private final ChildSpec child;
    private final MessageBus.Listening ears;
    private final CompletableFuture<ReadyMessage> announced = new CompletableFuture<>();
    private volatile Optional<Child> process = Optional.empty();

    private MessageRun(
            PluginManifest manifest, ChildSpec command, MessageBus bus, MessageListener listener) {
        this.plugin = manifest.id();
        this.run = Tokens.run();
        this.bus = bus;
        this.listener = listener;
        this.entry = bus.admit(plugin, run, manifest.messaging().permissions());
        this.child = command.environment(environment(command.environment(), manifest));
        this.ears = bus.listen(RunSubjects.ready(run), Optional.empty(), this::announced);
    }

    /**
     * Gets a run ready: whatever it says from its first moment on is heard.
     *
     * @throws TimeoutException when the servers do not say that they know of it
     */
    static MessageRun prepare(
            PluginManifest manifest, ChildSpec command, MessageBus bus, MessageListener listener)
            throws InterruptedException, TimeoutException {
        var made = new MessageRun(manifest, command, bus, listener);
        boolean known = false;
        try {
            // The servers must know before the plugin speaks.
            bus.flush(FLUSH_LIMIT);
            known = true;
            return made;
        } finally {
            // Also when the start is given up meanwhile: nothing of it stays on the bus.
            if (!known) {
                made.ended();
            }
        }
    }

    private Environment environment(Environment plain, PluginManifest manifest) {
        Environment all =
                plain.with(entry.variables())
                        .with("FOSTER_BUS_INBOX", RunSubjects.inbox(plugin))
                        .with("FOSTER_PLUGIN_RUN", run)
                        .with("FOSTER_PLUGIN_DRAIN", seconds(manifest));
        return manifest.messaging().shared() ? all.with("FOSTER_PLUGIN_QUEUE", plugin) : all;
    }

    /** What a runner may use of the time until it is killed: nearly all. */
    private static String seconds(PluginManifest manifest) {
        Duration grace = manifest.supervision().stop().plan().grace();
        return Double.toString(grace.toMillis() * 0.9 / 1000);
    }

    private void announced(Message message) {
        ReadyMessage.parse(message.getData()).ifPresent(announced::complete);
    }

    @Override
    public ChildSpec child() {
        return child;
    }

    @Override
    public void started(Child started, Voice voice) {
        process = Optional.of(started);
        var _ =
                announced.thenAccept(
                        announcement -> {
                            listener.ready(run, announcement);
                            voice.ready();
                        });
    }

    @Override
    public CompletableFuture<Optional<String>> ask(Duration limit) {
        return bus.connected()
                .map(connection -> ask(connection, limit))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
    }

    private CompletableFuture<Optional<String>> ask(Connection connection, Duration limit) {
        CompletableFuture<Message> question;
        try {
            question = connection.request(RunSubjects.ask(run), "{}".getBytes(UTF_8));
        } catch (IllegalStateException closed) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return question.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .handle(
                        (answer, fault) ->
                                fault == null
                                        ? complaint(answer.getData())
                                        : Optional.of(silence(fault, limit))
                                                .filter(_ -> isThere(connection)));
    }

    /** While the bus is away, silence says nothing about the plugin. */
    private static boolean isThere(Connection connection) {
        return connection.getStatus() == Connection.Status.CONNECTED;
    }

    private static String silence(Throwable fault, Duration limit) {
        return fault instanceof TimeoutException
                ? "it did not answer within " + Quantities.of(limit)
                : "it is not on the bus";
    }

    @SuppressWarnings("NullAway") // the library's fields say what a value is by not being null
    private static Optional<String> complaint(byte[] answer) {
        try {
            var json = JsonParser.parse(answer).map;
            var ok = json == null ? null : json.get("ok");
            if (ok != null && Boolean.TRUE.equals(ok.bool)) {
                return Optional.empty();
            }
            var why = json == null ? null : json.get("why");
            return Optional.of(
                    why != null && why.string != null ? why.string : "it says that it is not well");
        } catch (JsonParseException noJson) {
            return Optional.of("it answers with something that is no JSON");
        }
    }

    @Override
    public CompletableFuture<Void> farewell() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Optional<Diagnosis> diagnose(Exit exit) {
        return process.flatMap(it -> RunnerEnd.of(exit, it.output().tail(RunnerEnd.LINES)));
    }

    @Override
    public void ended() {
        announced.cancel(false);
        ears.close();
        bus.dismiss(entry);
        listener.over(run);
    }
}
