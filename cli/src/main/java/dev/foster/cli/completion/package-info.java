/** {@code foster completion}: what a shell needs to complete command lines. */
@NullMarked
package dev.foster.cli.completion;

import org.jspecify.annotations.NullMarked;
