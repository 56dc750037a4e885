/** Throw-away certificates, and TLS between exactly two parties. */
@NullMarked
package dev.foster.plugin.protocol.tls;

import org.jspecify.annotations.NullMarked;
