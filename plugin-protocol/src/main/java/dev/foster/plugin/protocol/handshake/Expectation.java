package dev.foster.plugin.protocol.handshake;

import dev.foster.plugin.protocol.transport.Address;

import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What a host accepts from a plugin.
 *
 * @param versions of the application's protocol
 * @param protocols that the host speaks
 * @param certificate whether the plugin is to send one
 * @param multiplexing whether all connections are to share one socket; of meaning with gRPC only
 * @param translation from an address as the plugin sees it to the same as the host sees it, for
 *     plugins that live in a container; may throw
 */
public record Expectation(
        Set<Integer> versions,
        Set<Protocol> protocols,
        Certificate certificate,
        boolean multiplexing,
        UnaryOperator<Address> translation) {

    public Expectation {
        versions = Set.copyOf(versions);
        protocols = Set.copyOf(protocols);
    }

    /** gRPC of these versions, in clear text, on sockets of their own. */
    public static Expectation grpc(Set<Integer> versions) {
        return new Expectation(
                versions,
                Set.of(Protocol.GRPC),
                Certificate.REFUSED,
                false,
                UnaryOperator.identity());
    }

    public Expectation certificate(Certificate changed) {
        return new Expectation(versions, protocols, changed, multiplexing, translation);
    }

    public Expectation multiplexing(boolean changed) {
        return new Expectation(versions, protocols, certificate, changed, translation);
    }

    public Expectation protocols(Set<Protocol> changed) {
        return new Expectation(versions, changed, certificate, multiplexing, translation);
    }

    public Expectation translation(UnaryOperator<Address> changed) {
        return new Expectation(versions, protocols, certificate, multiplexing, changed);
    }

    /** The certificate in the line. */
    public enum Certificate {
        /** The host has no TLS: there is nothing it could do with one. */
        REFUSED,
        /** The host sent its own: without an answer there can be no connection. */
        REQUIRED,
        /** The host brings TLS settings of its own, which may do without. */
        OPTIONAL
    }
}
