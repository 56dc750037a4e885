/** Who may come in to the broker. */
@NullMarked
package dev.foster.stdio.access;

import org.jspecify.annotations.NullMarked;
