/** Measures what runs use, and judges whether it is too much. */
@NullMarked
package dev.foster.supervise.usage;

import org.jspecify.annotations.NullMarked;
