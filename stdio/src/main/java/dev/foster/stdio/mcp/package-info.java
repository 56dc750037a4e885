/** What the two eras of MCP say. */
@NullMarked
package dev.foster.stdio.mcp;

import org.jspecify.annotations.NullMarked;
