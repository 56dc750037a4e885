/** Takes the figures out of the house: to those who come for them, and to those who wait. */
@NullMarked
package dev.foster.daemon.metrics.export;

import org.jspecify.annotations.NullMarked;
