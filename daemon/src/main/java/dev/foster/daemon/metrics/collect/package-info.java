/** Reads the figures where they are, when somebody asks; counts what nobody else does. */
@NullMarked
package dev.foster.daemon.metrics.collect;

import org.jspecify.annotations.NullMarked;
