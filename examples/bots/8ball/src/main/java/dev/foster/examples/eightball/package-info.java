/** A message plugin that answers any question. */
@NullMarked
package dev.foster.examples.eightball;

import org.jspecify.annotations.NullMarked;
