/** The verb {@code mcp}: servers of the Model Context Protocol, offered, asked and bridged. */
@NullMarked
package dev.foster.cli.mcp;

import org.jspecify.annotations.NullMarked;
