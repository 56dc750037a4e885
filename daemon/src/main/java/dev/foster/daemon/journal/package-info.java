/** Everything that happened, written down. */
@NullMarked
package dev.foster.daemon.journal;

import org.jspecify.annotations.NullMarked;
