/** The screen of a project that runs. */
@NullMarked
package dev.foster.cli.attach;

import org.jspecify.annotations.NullMarked;
