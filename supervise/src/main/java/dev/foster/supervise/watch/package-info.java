/** Measures what runs use, and judges whether it is too much. */
@NullMarked
package dev.foster.supervise.watch;

import org.jspecify.annotations.NullMarked;
