/** The daemon's HTTP API: one class per resource, in front of {@link Operations}. */
@NullMarked
package dev.foster.daemon.api;

import org.jspecify.annotations.NullMarked;
