/** The bounded memory of a child's output, and those who listen to it. */
@NullMarked
package dev.foster.process.internal.output;

import org.jspecify.annotations.NullMarked;
