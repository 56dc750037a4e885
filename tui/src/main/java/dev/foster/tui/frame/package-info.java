/** What is drawn: cells with a style, and text that cannot leave its place. */
@NullMarked
package dev.foster.tui.frame;

import org.jspecify.annotations.NullMarked;
