/** Plugins among the processes: who accompanies them, and what they say. */
@NullMarked
package dev.foster.daemon.plugins;

import org.jspecify.annotations.NullMarked;
