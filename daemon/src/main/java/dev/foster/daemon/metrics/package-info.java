/** Figures about a project, and the forms in which machines read them. */
@NullMarked
package dev.foster.daemon.metrics;

import org.jspecify.annotations.NullMarked;
