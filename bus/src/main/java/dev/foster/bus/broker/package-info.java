/**
 * The embedded broker of the NATS core protocol: start one with {@link
 * dev.foster.bus.broker.Broker#start(BrokerOptions)}, describe it with {@link
 * dev.foster.bus.broker.BrokerOptions}.
 *
 * <p>Start reading at {@code ClientParser} (what a client may say), {@code ClientSession} (what it
 * means), {@code Router} (who receives a message) and {@code Outbound} (what waits to be written).
 */
@NullMarked
package dev.foster.bus.broker;

import org.jspecify.annotations.NullMarked;
