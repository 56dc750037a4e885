/** The MCP servers of a project: offered over HTTP, their children's words kept. */
@NullMarked
package dev.foster.daemon.mcp;

import org.jspecify.annotations.NullMarked;
