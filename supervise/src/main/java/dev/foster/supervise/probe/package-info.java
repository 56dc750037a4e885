/** Attempts to find out whether a process does what it should: each asks once. */
@NullMarked
package dev.foster.supervise.probe;

import org.jspecify.annotations.NullMarked;
