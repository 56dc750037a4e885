package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.transport.Address;

import java.util.function.UnaryOperator;

/**
 * What addresses become where host and plugin see different file systems or networks. Only hosts
 * translate.
 *
 * @param forPeer our own address as the peer must dial it
 * @param fromPeer the peer's address as we must dial it
 */
public record Translation(UnaryOperator<Address> forPeer, UnaryOperator<Address> fromPeer) {

    public static Translation none() {
        return new Translation(UnaryOperator.identity(), UnaryOperator.identity());
    }
}
