/** Servers put behind HTTP without a project. */
@NullMarked
package dev.foster.cli.mcp.serve;

import org.jspecify.annotations.NullMarked;
