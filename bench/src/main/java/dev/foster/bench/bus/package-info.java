/** The embedded broker beside nats-server, with the same clients. */
@NullMarked
package dev.foster.bench.bus;

import org.jspecify.annotations.NullMarked;
