package dev.foster.plugin.session;

import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.protocol.transport.Address;

import io.grpc.ManagedChannel;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The connection to one run of a plugin.
 *
 * @param channel to its services; ends with the run
 * @param broker makes further connections in both directions
 * @param version of the application's protocol that was agreed on
 * @param address where it listens
 * @param pid the plugin's process
 * @param reattach how another host can attach to it; empty where only this one has the keys, or the
 *     only connection
 * @param end completes when its process has ended, with how it did, in a phrase for people
 */
public record PluginConnection(
        ManagedChannel channel,
        GrpcBroker broker,
        int version,
        Address address,
        long pid,
        Optional<ReattachConfig> reattach,
        CompletableFuture<String> end) {}
