/** {@code foster ps}: the processes in a table. */
@NullMarked
package dev.foster.cli.ps;

import org.jspecify.annotations.NullMarked;
