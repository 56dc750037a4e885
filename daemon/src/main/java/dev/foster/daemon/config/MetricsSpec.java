package dev.foster.daemon.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Where the figures of a project go by themselves, besides its API. Its text leaves the secrets
 * out.
 */
public record MetricsSpec(Optional<Listener> listener, Optional<Otlp> otlp) {
    public static final MetricsSpec NONE = new MetricsSpec(Optional.empty(), Optional.empty());

    /**
     * A place where they can be fetched.
     *
     * @param token what one has to know, or
     * @param tokenFile where that is written; neither on this machine alone
     */
    public record Listener(
            ListenAddress address, Optional<String> token, Optional<Path> tokenFile) {
        @Override
        public String toString() {
            return "Listener[" + address + "]";
        }
    }

    /** A receiver of OpenTelemetry to which they are sent. */
    public record Otlp(URI address, Duration period, Map<String, String> headers) {
        public Otlp {
            headers = Map.copyOf(headers);
        }

        @Override
        public String toString() {
            return "Otlp[" + address.getHost() + ", " + period + "]";
        }
    }
}
