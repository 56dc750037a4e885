/** {@code foster bus}: a broker as a program of its own, and a client of any NATS server. */
@NullMarked
package dev.foster.cli.bus;

import org.jspecify.annotations.NullMarked;
