/** MCP servers on standard input and output, offered over HTTP. */
@NullMarked
package dev.foster.stdio;

import org.jspecify.annotations.NullMarked;
