/** Where a person is in the screen, and what they asked for. */
@NullMarked
package dev.foster.tui.state;

import org.jspecify.annotations.NullMarked;
