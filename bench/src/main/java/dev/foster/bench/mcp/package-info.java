/** The MCP broker beside a gateway of the same purpose, in front of the same stdio servers. */
@NullMarked
package dev.foster.bench.mcp;

import org.jspecify.annotations.NullMarked;
