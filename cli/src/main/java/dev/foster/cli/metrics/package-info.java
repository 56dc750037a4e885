/** {@code foster metrics}. */
@NullMarked
package dev.foster.cli.metrics;

import org.jspecify.annotations.NullMarked;
