/** The verbs that change something, and wait until it has changed. */
@NullMarked
package dev.foster.cli.control;

import org.jspecify.annotations.NullMarked;
