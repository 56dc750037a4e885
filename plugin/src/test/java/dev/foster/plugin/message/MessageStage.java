package dev.foster.plugin.message;

import dev.foster.plugin.HostOptions;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.SupervisorListener;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.testkit.Eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** One message plugin under supervision, which is a shell that speaks the protocol itself. */
final class MessageStage implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(30);
    // One that is only slow on a busy machine is not ill.
    private static final Duration ANSWERED = Duration.ofSeconds(20);

    /** Connects, listens, says that it is ready, and answers how it is. */
    private static final String SPEAKS =
            """
            #!/bin/bash
            server=${FOSTER_BUS_SERVERS#nats://}
            exec 3<>/dev/tcp/${server%:*}/${server##*:}
            read -r info <&3
            say() { printf '%s\\r\\n' "$@" >&3; }
            login=
            [ -z "$FOSTER_BUS_TOKEN" ] || login=",\\"auth_token\\":\\"$FOSTER_BUS_TOKEN\\""
            [ -z "$FOSTER_BUS_USER" ] || login=",\\"user\\":\\"$FOSTER_BUS_USER\\",\\"pass\\":\\"$FOSTER_BUS_PASSWORD\\""
            say "CONNECT {\\"verbose\\":false$login}" "SUB foster.run.$FOSTER_PLUGIN_RUN.ask 1"
            trap 'exit 0' TERM
            body='{"pid":'$$',"subjects":["some.thing"],"version":"1.2.3"}'
            say "PUB foster.run.$FOSTER_PLUGIN_RUN.ready ${#body}" "$body"
            while read -r line <&3; do
                case $line in
                    PING*) say PONG ;;
                    MSG*) set -- $line; read -r _ <&3; answer=$(cat health); say "PUB $4 ${#answer}" "$answer" ;;
                esac
            done
            exec sleep 600
            """;

    final List<ProcessEvent> told = new CopyOnWriteArrayList<>();
    final List<String> progress = new CopyOnWriteArrayList<>();
    final List<ReadyMessage> announced = new CopyOnWriteArrayList<>();
    private final Path folder;
    private final Supervisor supervisor;

    MessageStage(ProcessEngine engine, MessageBus bus, Path folder) throws IOException {
        this(engine, bus, folder, ANSWERED);
    }

    /** With this time for each answer how it is. */
    MessageStage(ProcessEngine engine, MessageBus bus, Path folder, Duration answered)
            throws IOException {
        this.folder = folder;
        write(folder);
        PluginManifest manifest = ManifestReader.read(folder);
        var attendant =
                new MessageAttendant(
                        manifest,
                        bus,
                        new Runtimes(engine, RuntimeOptions.defaults()),
                        progress::add,
                        new MessageListener() {
                            @Override
                            public void ready(String run, ReadyMessage announcement) {
                                announced.add(announcement);
                            }

                            @Override
                            public void over(String run) {}
                        });
        PluginSpec spec =
                PluginSpec.of(manifest, HostOptions.of(new MagicCookie("A", "B")))
                        .health(
                                Optional.of(
                                        Liveness.by(new Probe.Attended())
                                                .period(Duration.ofMillis(200))
                                                .timeout(answered)
                                                .failures(2)));
        this.supervisor =
                Supervisor.start(engine, StackSpec.of(spec.process(attendant)), folder, new Ears());
    }

    /** Writes the plugin into its folder. */
    static void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("plugin"), SPEAKS);
        Files.setPosixFilePermissions(
                folder.resolve("plugin"), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
                folder.resolve("plugin.yaml"),
                """
                id: bot
                protocol: nats
                command: [./plugin]
                permissions: {publish: [bot.event.>], subscribe: [bot.command.>]}
                """);
        Files.writeString(folder.resolve("health"), "{\"ok\":true}");
    }

    /** From now on its program is another shell script. */
    void program(String script) throws IOException {
        Files.writeString(folder.resolve("plugin"), "#!/bin/bash\n" + script);
    }

    void health(String answer) throws IOException {
        Files.writeString(folder.resolve("health"), answer);
    }

    Supervisor supervisor() {
        return supervisor;
    }

    void start() {
        supervisor.start(List.of("bot"), "test");
    }

    /** How it was when it was as wanted; by now it may be otherwise. */
    ProcessStatus await(Predicate<ProcessStatus> wanted) {
        return Eventually.get(
                SOON, "bot is as wanted", () -> supervisor.state("bot").orElseThrow(), wanted);
    }

    void awaitTold(ProcessEventKind kind, String text) {
        Eventually.until(
                SOON,
                kind + " " + text,
                () -> told.stream().anyMatch(it -> it.kind() == kind && it.text().contains(text)));
    }

    @Override
    public void close() {
        supervisor.close();
    }

    private final class Ears implements SupervisorListener {
        @Override
        public void happened(ProcessEvent event, Instant at) {
            told.add(event);
        }
    }
}
