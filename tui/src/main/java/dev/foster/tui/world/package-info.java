/** What is known about the project, as the screen shows it. */
@NullMarked
package dev.foster.tui.world;

import org.jspecify.annotations.NullMarked;
