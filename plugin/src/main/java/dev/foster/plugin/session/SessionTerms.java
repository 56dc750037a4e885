package dev.foster.plugin.session;

import dev.foster.plugin.protocol.handshake.Expectation;
import dev.foster.plugin.protocol.handshake.MagicCookie;

import io.grpc.netty.NettyChannelBuilder;

import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * How a host and a plugin come to speak with each other.
 *
 * @param cookie shows the plugin that a host started it
 * @param versions of the application's protocol that the host speaks
 * @param multiplex whether brokered connections share the first one
 * @param startTimeout how long a plugin has from its start until it serves: until it introduced
 *     itself and answered that it is well; what the host needs for itself meanwhile is not counted
 * @param shutdownLimit how long it has to end after it was asked through its connection
 * @param healthService the service it is asked for when its health is checked
 * @param sockets where its sockets are made
 * @param channel has the last word on each channel to it: interceptors, limits
 */
public record SessionTerms(
        MagicCookie cookie,
        SortedSet<Integer> versions,
        Encryption encryption,
        boolean multiplex,
        Duration startTimeout,
        Duration shutdownLimit,
        String healthService,
        SocketRules sockets,
        Consumer<NettyChannelBuilder> channel) {
    public SessionTerms {
        Objects.requireNonNull(cookie);
        versions = Collections.unmodifiableSortedSet(new TreeSet<>(versions));
        Objects.requireNonNull(encryption);
        Objects.requireNonNull(startTimeout);
        Objects.requireNonNull(shutdownLimit);
        Objects.requireNonNull(healthService);
        Objects.requireNonNull(sockets);
        Objects.requireNonNull(channel);
    }

    /** Version 1, mutual TLS, 10 s to start and 2 s to end. */
    public static SessionTerms of(MagicCookie cookie) {
        return new SessionTerms(
                cookie,
                new TreeSet<>(Set.of(1)),
                Encryption.Auto.AUTO,
                false,
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                "plugin",
                SocketRules.usual(),
                _ -> {});
    }

    public SessionTerms versions(SortedSet<Integer> wanted) {
        return new SessionTerms(
                cookie,
                wanted,
                encryption,
                multiplex,
                startTimeout,
                shutdownLimit,
                healthService,
                sockets,
                channel);
    }

    public SessionTerms encryption(Encryption wanted) {
        return new SessionTerms(
                cookie,
                versions,
                wanted,
                multiplex,
                startTimeout,
                shutdownLimit,
                healthService,
                sockets,
                channel);
    }

    public SessionTerms multiplex(boolean wanted) {
        return new SessionTerms(
                cookie,
                versions,
                encryption,
                wanted,
                startTimeout,
                shutdownLimit,
                healthService,
                sockets,
                channel);
    }

    public SessionTerms startTimeout(Duration wanted) {
        return new SessionTerms(
                cookie,
                versions,
                encryption,
                multiplex,
                wanted,
                shutdownLimit,
                healthService,
                sockets,
                channel);
    }

    public SessionTerms shutdownLimit(Duration wanted) {
        return new SessionTerms(
                cookie,
                versions,
                encryption,
                multiplex,
                startTimeout,
                wanted,
                healthService,
                sockets,
                channel);
    }

    public SessionTerms healthService(String wanted) {
        return new SessionTerms(
                cookie,
                versions,
                encryption,
                multiplex,
                startTimeout,
                shutdownLimit,
                wanted,
                sockets,
                channel);
    }

    public SessionTerms sockets(SocketRules wanted) {
        return new SessionTerms(
                cookie,
                versions,
                encryption,
                multiplex,
                startTimeout,
                shutdownLimit,
                healthService,
                wanted,
                channel);
    }

    public SessionTerms channel(Consumer<NettyChannelBuilder> wanted) {
        return new SessionTerms(
                cookie,
                versions,
                encryption,
                multiplex,
                startTimeout,
                shutdownLimit,
                healthService,
                sockets,
                wanted);
    }

    /** What its handshake must say. */
    Expectation expectation() {
        return Expectation.grpc(versions)
                .multiplexing(multiplex)
                .certificate(
                        switch (encryption) {
                            case Encryption.None _ -> Expectation.Certificate.REFUSED;
                            case Encryption.Auto _ -> Expectation.Certificate.REQUIRED;
                            case Encryption.Manual _ -> Expectation.Certificate.OPTIONAL;
                        })
                .translation(sockets.translation().fromPeer());
    }
}
