/** {@code foster run}: one command in the foreground, with everything it starts. */
@NullMarked
package dev.foster.cli.run;

import org.jspecify.annotations.NullMarked;
