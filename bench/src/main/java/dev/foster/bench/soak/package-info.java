/** Everything at once for a long time, and whether the daemon still is what it was. */
@NullMarked
package dev.foster.bench.soak;

import org.jspecify.annotations.NullMarked;
