/** {@code foster up}: all processes of a Procfile, side by side in the foreground. */
@NullMarked
package dev.foster.cli.up;

import org.jspecify.annotations.NullMarked;
