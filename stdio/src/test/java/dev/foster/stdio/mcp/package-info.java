@NullMarked
package dev.foster.stdio.mcp;

import org.jspecify.annotations.NullMarked;
