package dev.foster.sdk;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.protocol.tls.Security;

import io.grpc.netty.NettyServerBuilder;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A program that serves gRPC services to the host that started it.
 *
 * <pre>{@code
 * void main() {
 *     Plugin.named("kv")
 *             .cookie("BASIC_PLUGIN", "hello")
 *             .version(1, context -> List.of(new KeyValueService(context.log())))
 *             .serve();
 * }
 * }</pre>
 *
 * <p>What surrounds the services is done: cookie and version, the handshake line, mutual TLS where
 * the host asks for it, health, shutdown, the broker, what {@code System.out} prints. Each method
 * returns a changed copy.
 */
public final class Plugin {
    /** How long {@link #onShutdown} may take; a host may be less patient. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(5);

    private final Draft draft;

    private Plugin(Draft draft) {
        this.draft = draft;
    }

    /**
     * A plugin without services.
     *
     * @param name what its log lines are called
     */
    public static Plugin named(String name) {
        return new Plugin(
                new Draft(
                        name,
                        new MagicCookie("", ""),
                        Map.of(),
                        Optional.empty(),
                        _ -> {},
                        new Draft.End(() -> {}, SHUTDOWN_LIMIT),
                        System.getProperty("os.name").startsWith("Windows"),
                        false));
    }

    /** The variable that a host sets to show that it means this plugin; required. */
    public Plugin cookie(String key, String value) {
        return new Plugin(draft.cookie(new MagicCookie(key, value)));
    }

    /**
     * What is served to a host of this version of the application's protocol; at least one is
     * required. Of several the highest that the host accepts is served.
     */
    public Plugin version(int version, Services services) {
        var versions = new TreeMap<>(draft.versions());
        versions.put(version, services);
        return new Plugin(draft.versions(versions));
    }

    /**
     * TLS of the plugin's own making, instead of what the host asks for. The host must have been
     * configured to match. Is asked once, when the plugin starts.
     */
    public Plugin security(Supplier<Security> security) {
        return new Plugin(draft.security(Optional.of(security)));
    }

    /** Changes to the main server: interceptors, limits, executor, further services. */
    public Plugin server(Consumer<NettyServerBuilder> settings) {
        return new Plugin(draft.server(settings));
    }

    /**
     * Runs when the host asks the plugin to end, while calls, the log and {@code System.out} still
     * work, and when the process is told to end (SIGTERM). Five seconds are given.
     */
    public Plugin onShutdown(Runnable action) {
        return onShutdown(SHUTDOWN_LIMIT, action);
    }

    /** As {@link #onShutdown(Runnable)}, with another limit. */
    public Plugin onShutdown(Duration limit, Runnable action) {
        return new Plugin(draft.end(new Draft.End(action, limit)));
    }

    /** Listens on a TCP port of the host's range instead of a unix socket. */
    public Plugin overTcp() {
        return new Plugin(draft.tcp(true));
    }

    /**
     * Ends when the process that started it is gone. Not for plugins of a host that leaves them
     * running and comes back to them later.
     */
    public Plugin endsWithItsHost() {
        return new Plugin(draft.watch(true));
    }

    /**
     * Serves until the host asks for the end, and then ends this program: with exit code 0, or 1
     * where it could not serve. Never returns.
     */
    public void serve() {
        System.exit(run(ProgramEnvironment.ofThisProcess()));
    }

    Draft draft() {
        return draft;
    }

    int run(ProgramEnvironment surroundings) {
        Optional<String> notice = StandaloneNotice.of(draft.cookie(), surroundings.variables());
        if (notice.isPresent()) {
            surroundings.complain(notice.get());
            return 1;
        }
        Log log = surroundings.log(draft.name());
        try (var running = Serving.start(draft, surroundings, log, Serving.Mode.HOSTED)) {
            surroundings.say(running.line().text());
            return running.awaitEnd();
        } catch (ProtocolException refused) {
            log.error(refused.problem().message(), "code", refused.problem().code());
            return 1;
        } catch (InterruptedException interrupt) {
            return 1;
        } catch (RuntimeException failure) {
            log.error("cannot serve the plugin", "error", failure);
            return 1;
        }
    }

    /**
     * Serves inside a test or a debugger, to a host that attaches to it: no cookie, no handshake
     * line, signals and {@code System.out} as they were.
     */
    public RunningPlugin startForTest() {
        ProgramEnvironment surroundings = ProgramEnvironment.ofThisProcess();
        return Serving.start(
                draft, surroundings, surroundings.log(draft.name()), Serving.Mode.TEST);
    }
}
