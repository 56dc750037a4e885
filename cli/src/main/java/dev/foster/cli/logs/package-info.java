/** {@code foster logs}: what the processes said. */
@NullMarked
package dev.foster.cli.logs;

import org.jspecify.annotations.NullMarked;
