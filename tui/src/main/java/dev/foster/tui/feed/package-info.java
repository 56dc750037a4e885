/** What the daemon tells, kept up to date, and what it is asked to do. */
@NullMarked
package dev.foster.tui.feed;

import org.jspecify.annotations.NullMarked;
