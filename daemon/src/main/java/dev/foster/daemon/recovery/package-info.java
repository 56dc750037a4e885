/** One daemon per project, and nothing left of the one before. */
@NullMarked
package dev.foster.daemon.recovery;

import org.jspecify.annotations.NullMarked;
