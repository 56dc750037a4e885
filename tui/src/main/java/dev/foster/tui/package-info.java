/** The terminal UI: it knows the daemon by its API alone. */
@NullMarked
package dev.foster.tui;

import org.jspecify.annotations.NullMarked;
