/** Plugins that talk NATS: how they come onto the bus, and how they are accompanied there. */
@NullMarked
package dev.foster.plugin.message;

import org.jspecify.annotations.NullMarked;
