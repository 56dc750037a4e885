/** One era of MCP in the words of the other, and words that read in one way only. */
@NullMarked
package dev.foster.stdio.wording;

import org.jspecify.annotations.NullMarked;
