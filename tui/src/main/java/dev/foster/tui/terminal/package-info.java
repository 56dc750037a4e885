/** The terminal: its modes, its input and how a frame gets onto it. */
@NullMarked
package dev.foster.tui.terminal;

import org.jspecify.annotations.NullMarked;
