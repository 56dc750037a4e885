/** The small process that outlives this JVM just long enough to leave nothing behind. */
@NullMarked
package dev.foster.process.internal.guardian;

import org.jspecify.annotations.NullMarked;
