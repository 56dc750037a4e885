package dev.foster.daemon.config;

import dev.foster.plugin.HostOptions;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.stream.IntStream;

/** How Foster hosts plugins, where neither their manifest nor the project's file says otherwise. */
@SuppressWarnings("exports") // the plugin host is no module
public final class PluginHosting {
    /** What shows a plugin that Foster started it. */
    public static final MagicCookie COOKIE = new MagicCookie("FOSTER_PLUGIN", "hosted");

    private static final RestartPolicy MESSAGES =
            RestartPolicy.defaults()
                    .when(RestartPolicy.When.ALWAYS)
                    .backoff(
                            new Backoff.Steps(
                                    IntStream.of(0, 1, 2, 4, 8, 16, 30)
                                            .mapToObj(Duration::ofSeconds)
                                            .toList()))
                    .limit(new Limit(5, Duration.ofMinutes(5)));

    private PluginHosting() {}

    public static HostOptions options() {
        return HostOptions.of(COOKIE);
    }

    /** For this plugin: one that talks NATS is restarted at once, and patiently. */
    static HostOptions options(PluginManifest manifest) {
        return manifest.messages() ? options().restart(MESSAGES) : options();
    }
}
