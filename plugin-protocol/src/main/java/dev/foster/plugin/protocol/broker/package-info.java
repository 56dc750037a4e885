/**
 * Further connections between a host and a plugin, in both directions, agreed upon through one
 * stream of the main connection: start with {@link dev.foster.plugin.protocol.broker.GrpcBroker}.
 */
@NullMarked
package dev.foster.plugin.protocol.broker;

import org.jspecify.annotations.NullMarked;
