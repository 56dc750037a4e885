/** Processes that speak JSON-RPC on their standard streams. */
@NullMarked
package dev.foster.stdio.child;

import org.jspecify.annotations.NullMarked;
