/** The verbs that tell what happened, what would happen, and why. */
@NullMarked
package dev.foster.cli.explain;

import org.jspecify.annotations.NullMarked;
