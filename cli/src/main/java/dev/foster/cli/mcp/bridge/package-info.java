/** A broker's server for clients that talk on standard input and output. */
@NullMarked
package dev.foster.cli.mcp.bridge;

import org.jspecify.annotations.NullMarked;
