/** The foster program. Start reading at {@link dev.foster.cli.Main}. */
@NullMarked
package dev.foster.cli;

import org.jspecify.annotations.NullMarked;
