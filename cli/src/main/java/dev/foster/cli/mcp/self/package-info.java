/** Foster itself as an MCP server. */
@NullMarked
package dev.foster.cli.mcp.self;

import org.jspecify.annotations.NullMarked;
