/**
 * Plugins in Java that talk NATS: write a {@link dev.foster.sdk.bus.MessagePlugin}, and {@link
 * dev.foster.sdk.bus.Runner} runs it.
 */
@NullMarked
package dev.foster.sdk.bus;

import org.jspecify.annotations.NullMarked;
