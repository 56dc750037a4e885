/** Secrets that outlive a daemon. */
@NullMarked
package dev.foster.daemon.secret;

import org.jspecify.annotations.NullMarked;
