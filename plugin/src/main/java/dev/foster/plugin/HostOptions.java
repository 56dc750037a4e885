package dev.foster.plugin;

import dev.foster.plugin.message.MessageBus;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.session.HostServices;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What holds for all plugins of a host, unless one says otherwise.
 *
 * @param terms how host and plugin come to speak
 * @param restart what happens when a plugin ends by itself
 * @param health how often plugins are asked how they are
 * @param callbacks what the host offers a plugin, by its id
 * @param runtime how plugins with a manifest are prepared
 * @param bus where plugins that talk NATS meet; without it there can be none
 */
public record HostOptions(
        SessionTerms terms,
        RestartPolicy restart,
        Liveness health,
        Function<String, Optional<HostServices>> callbacks,
        RuntimeOptions runtime,
        Optional<MessageBus> bus) {

    public HostOptions {
        Objects.requireNonNull(terms);
        Objects.requireNonNull(restart);
        Objects.requireNonNull(health);
        Objects.requireNonNull(callbacks);
        Objects.requireNonNull(runtime);
        Objects.requireNonNull(bus);
    }

    /**
     * Mutual TLS; a check every 10 s, of 2 s, three misses; restarts after 1 s, doubling to 60 s;
     * the third failure in an hour is the last.
     */
    public static HostOptions of(MagicCookie cookie) {
        return new HostOptions(
                SessionTerms.of(cookie),
                RestartPolicy.defaults()
                        .when(RestartPolicy.When.ALWAYS)
                        .backoff(
                                new Backoff.Growing(
                                        Duration.ofSeconds(1), 2, Duration.ofSeconds(60), 0.25))
                        .limit(new Limit(2, Duration.ofHours(1))),
                Liveness.by(new Probe.Attended()),
                _ -> Optional.empty(),
                RuntimeOptions.defaults(),
                Optional.empty());
    }

    public HostOptions terms(SessionTerms wanted) {
        return new HostOptions(wanted, restart, health, callbacks, runtime, bus);
    }

    public HostOptions restart(RestartPolicy wanted) {
        return new HostOptions(terms, wanted, health, callbacks, runtime, bus);
    }

    public HostOptions health(Liveness wanted) {
        return new HostOptions(terms, restart, wanted, callbacks, runtime, bus);
    }

    public HostOptions callbacks(Function<String, Optional<HostServices>> wanted) {
        return new HostOptions(terms, restart, health, wanted, runtime, bus);
    }

    public HostOptions runtime(RuntimeOptions wanted) {
        return new HostOptions(terms, restart, health, callbacks, wanted, bus);
    }

    /** The bus stays open when the host is closed: it belongs to whoever started it. */
    public HostOptions bus(MessageBus wanted) {
        return new HostOptions(terms, restart, health, callbacks, runtime, Optional.of(wanted));
    }
}
