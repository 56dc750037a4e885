/** The way to a server of a broker, over the daemon's socket or a URL. */
@NullMarked
package dev.foster.cli.mcp.link;

import org.jspecify.annotations.NullMarked;
