/** What processes use: now, at most, and in the last hour. */
@NullMarked
package dev.foster.daemon.usage;

import org.jspecify.annotations.NullMarked;
