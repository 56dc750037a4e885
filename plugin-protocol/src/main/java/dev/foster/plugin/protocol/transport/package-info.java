/** Where a peer listens, and gRPC over it: unix sockets and TCP. */
@NullMarked
package dev.foster.plugin.protocol.transport;

import org.jspecify.annotations.NullMarked;
