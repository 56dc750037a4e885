/** Runs the rules: one inbox, one writer, one place where effects go. */
@NullMarked
package dev.foster.supervise.loop;

import org.jspecify.annotations.NullMarked;
