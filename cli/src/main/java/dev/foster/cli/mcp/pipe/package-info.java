/** The client at the other end of standard input and output. */
@NullMarked
package dev.foster.cli.mcp.pipe;

import org.jspecify.annotations.NullMarked;
