/** The daemon of one project. */
@NullMarked
package dev.foster.daemon;

import org.jspecify.annotations.NullMarked;
