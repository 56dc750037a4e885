/** What the two eras of MCP say, and how one is put into words of the other. */
@NullMarked
package dev.foster.stdio.mcp;

import org.jspecify.annotations.NullMarked;
