/** What the daemon's listeners have in common. */
@NullMarked
package dev.foster.daemon.inbound;

import org.jspecify.annotations.NullMarked;
