/**
 * gRPC over the streams of one connection. {@link dev.foster.plugin.protocol.multiplex.Trunk} is
 * that connection, on either side; TLS and HTTP/2 run inside each stream and are gRPC's own.
 */
@NullMarked
package dev.foster.plugin.protocol.multiplex;

import org.jspecify.annotations.NullMarked;
