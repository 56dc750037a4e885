/** Real MCP servers, clients and gateways from npm, for tests to speak to. */
@NullMarked
package dev.foster.stdio.peers;

import org.jspecify.annotations.NullMarked;
