package dev.foster.plugin.manifest;

import dev.foster.process.StopPlan;

import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How host and plugin come to speak with each other.
 *
 * @param protocol what they speak
 * @param versions the versions of the application's protocol that the host may speak with it
 * @param cookie the variable by which it knows that a host started it; the host's own when absent
 * @param tls whether their connection is encrypted
 * @param multiplex whether brokered connections share the first one
 * @param sha256 what the file that is run must hash to, in lower-case hexadecimal
 * @param startTimeout how long it has from its start until it serves
 */
public record ProtocolTerms(
        Protocol protocol,
        SortedSet<Integer> versions,
        Optional<Cookie> cookie,
        Tls tls,
        boolean multiplex,
        Optional<String> sha256,
        Duration startTimeout) {

    /** What a plugin speaks. */
    public enum Protocol {
        /** The protocol of go-plugin. */
        GRPC,
        /** Messages over the bus. */
        NATS;

        /** How its plugins are stopped, unless they say otherwise. */
        public StopPlan stop() {
            return switch (this) {
                case GRPC -> StopPlan.defaults();
                // A runner does not read its input, and answers what it has taken before it ends.
                case NATS ->
                        StopPlan.defaults().eofWait(Duration.ZERO).grace(Duration.ofSeconds(10));
            };
        }
    }

    /** How a connection is encrypted. */
    public enum Tls {
        /** Both sides make a certificate for this run and trust no other. */
        AUTO,
        NONE
    }

    /** A variable and its value that show a plugin that a host started it. */
    public record Cookie(String key, String value) {
        public Cookie {
            Objects.requireNonNull(key);
            Objects.requireNonNull(value);
        }

        /** The one that Mattermost gives its plugins. */
        public static final Cookie MATTERMOST =
                new Cookie("MATTERMOST_PLUGIN", "Securely message teams, anywhere.");
    }

    /** Of a plugin that says nothing about it. */
    public static final ProtocolTerms USUAL =
            new ProtocolTerms(
                    Protocol.GRPC,
                    new TreeSet<>(Set.of(1)),
                    Optional.empty(),
                    Tls.AUTO,
                    false,
                    Optional.empty(),
                    Duration.ofSeconds(10));

    public ProtocolTerms {
        Objects.requireNonNull(protocol);
        versions = Collections.unmodifiableSortedSet(new TreeSet<>(versions));
        Objects.requireNonNull(cookie);
        Objects.requireNonNull(tls);
        Objects.requireNonNull(sha256);
        Objects.requireNonNull(startTimeout);
    }

    public ProtocolTerms protocol(Protocol wanted) {
        return new ProtocolTerms(wanted, versions, cookie, tls, multiplex, sha256, startTimeout);
    }

    public ProtocolTerms versions(SortedSet<Integer> wanted) {
        return new ProtocolTerms(protocol, wanted, cookie, tls, multiplex, sha256, startTimeout);
    }

    public ProtocolTerms cookie(Cookie wanted) {
        return new ProtocolTerms(
                protocol, versions, Optional.of(wanted), tls, multiplex, sha256, startTimeout);
    }

    public ProtocolTerms tls(Tls wanted) {
        return new ProtocolTerms(
                protocol, versions, cookie, wanted, multiplex, sha256, startTimeout);
    }

    public ProtocolTerms multiplex(boolean wanted) {
        return new ProtocolTerms(protocol, versions, cookie, tls, wanted, sha256, startTimeout);
    }

    public ProtocolTerms sha256(String wanted) {
        return new ProtocolTerms(
                protocol, versions, cookie, tls, multiplex, Optional.of(wanted), startTimeout);
    }

    public ProtocolTerms startTimeout(Duration wanted) {
        return new ProtocolTerms(protocol, versions, cookie, tls, multiplex, sha256, wanted);
    }

    /** 10 s for what has to start an interpreter first, 3 s for a program of its own. */
    static Duration usualStartTimeout(Launch launch) {
        return launch.interpreted() ? Duration.ofSeconds(10) : Duration.ofSeconds(3);
    }
}
