/**
 * Notices that the daemon itself fails, and ends it before it becomes a corpse that seems alive.
 */
@NullMarked
package dev.foster.daemon.watchdog;

import org.jspecify.annotations.NullMarked;
