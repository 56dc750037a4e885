/** Requests to servers elsewhere. */
@NullMarked
package dev.foster.daemon.outbound;

import org.jspecify.annotations.NullMarked;
