package dev.foster.sdk;

import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.handshake.Versions;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A plugin from the moment it can be connected to until its end.
 *
 * <p>The end has two parts. First, while everything still works, the author's action runs and the
 * host gets what was printed; this is what the host waits for when it asks for the end. Then the
 * connections are closed and the program goes on, which for a plugin means that it exits.
 */
final class Serving implements RunningPlugin {
    /** Who has asked for the plugin. */
    enum Mode {
        /** A host: it reads the handshake, and everything that is printed. */
        HOSTED,
        /** A test in this JVM. */
        TEST
    }

    private static final String HEALTH = "plugin";
    private static final Duration CLOSE_WITHIN = Duration.ofMillis(500);

    /** A host that reads is waited for no longer than it takes, however busy the machine is. */
    private static final Duration READ_WITHIN = Duration.ofSeconds(2);

    private final Draft draft;
    private final Log log;
    private final Mode mode;
    private final HealthStatusManager health = new HealthStatusManager();
    private final StdioBuffer printed = new StdioBuffer();
    private final StdioService stdio = new StdioService(printed);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final AtomicBoolean prepared = new AtomicBoolean();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final HandshakeLine line;

    private Serving(Draft draft, ProgramEnvironment surroundings, Log log, Mode mode) {
        this.draft = draft;
        this.log = log;
        this.mode = mode;
        int version = version(surroundings);
        HostSecurity security = HostSecurity.of(draft, surroundings);
        HostListener door = HostListener.of(draft, surroundings, security.security());
        undo.push(() -> door.close(CLOSE_WITHIN));
        try {
            if (mode == Mode.HOSTED) {
                // Before the author's code runs: what it prints must not become the handshake.
                var output = new PrintedOutput(printed);
                undo.push(output::close);
            }
            undo.push(printed::close);
            List<? extends BindableService> services = services(version, door);
            door.open(builder -> fill(builder, services, door));
            watch(door);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
        line =
                new HandshakeLine(
                        version,
                        door.address(),
                        Protocol.GRPC,
                        security.answer(),
                        door.multiplexed());
        log.debug(
                "plugin address",
                "network",
                line.address().network(),
                "address",
                line.address().text());
    }

    /**
     * Starts to serve.
     *
     * @throws dev.foster.plugin.protocol.ProtocolException when nobody could connect
     */
    static Serving start(Draft draft, ProgramEnvironment surroundings, Log log, Mode mode) {
        if (draft.versions().isEmpty()) {
            throw new IllegalStateException(
                    "cannot serve the plugin: it has no services; give some with"
                            + " Plugin.version(number, services)");
        }
        return new Serving(draft, surroundings, log, mode);
    }

    private int version(ProgramEnvironment surroundings) {
        Versions.Choice choice =
                Versions.choose(
                        draft.versions().keySet(),
                        surroundings.variable(Variable.PROTOCOL_VERSIONS));
        for (String unreadable : choice.unreadable()) {
            log.warn("the host accepts a version that is no number", "version", unreadable);
        }
        return choice.version();
    }

    private List<? extends BindableService> services(int version, HostListener door) {
        health.setStatus(HEALTH, ServingStatus.SERVING);
        var context = new PluginContext(version, door.broker(), log, this::healthy);
        return Objects.requireNonNull(draft.versions().get(version)).of(context);
    }

    private void healthy(boolean well) {
        ServingStatus status = well ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
        health.setStatus(HEALTH, status);
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    }

    @SuppressWarnings("deprecation") // tools that ask for the older reflection are still around
    private void fill(
            NettyServerBuilder builder,
            List<? extends BindableService> services,
            HostListener door) {
        services.forEach(builder::addService);
        builder.addService(health.getHealthService())
                .addService(new ControllerService(this::prepare, () -> end.complete(0)))
                .addService(stdio)
                .addService(door.broker().service())
                .addService(ProtoReflectionServiceV1.newInstance())
                .addService(ProtoReflectionService.newInstance());
        draft.server().accept(builder);
    }

    private void watch(HostListener door) {
        var _ =
                door.ended()
                        .whenComplete(
                                (_, why) -> {
                                    if (why != null && end.complete(1)) {
                                        log.error("the host cannot connect any more", "error", why);
                                    } else {
                                        end.complete(0);
                                    }
                                });
        if (draft.watch()) {
            ParentWatch watch =
                    ParentWatch.start(
                            () -> {
                                log.info("the host is gone");
                                end.complete(0);
                            });
            undo.push(watch::close);
        }
        if (mode == Mode.HOSTED) {
            Interrupts.ignore(log);
            var last = new LastWords(log, this::close);
            undo.push(last::close);
        }
    }

    /** What the host connects to. */
    HandshakeLine line() {
        return line;
    }

    @Override
    public Reattach reattach() {
        return new Reattach(
                line.protocol(),
                line.version(),
                ProcessHandle.current().pid(),
                line.address(),
                mode == Mode.TEST);
    }

    @Override
    public int awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The first part of the end; happens once. */
    private void prepare() {
        if (!prepared.compareAndSet(false, true)) {
            return;
        }
        try {
            Thread action = Thread.ofVirtual().name("foster-shutdown").start(this::authorsPart);
            if (!action.join(draft.end().limit())) {
                log.warn("the plugin's own shutdown takes too long", "limit", draft.end().limit());
            }
            if (stdio.read() && !printed.drained(READ_WITHIN)) {
                log.warn("the host did not read everything that was printed");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    private void authorsPart() {
        try {
            draft.end().action().run();
        } catch (RuntimeException | Error failure) {
            log.error("the plugin's own shutdown failed", "error", failure);
        }
    }

    /** Ends everything that has begun, last first. Who comes second waits for the first. */
    @Override
    public synchronized void close() {
        if (!undo.isEmpty()) {
            prepare();
        }
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
        end.complete(0);
    }
}
