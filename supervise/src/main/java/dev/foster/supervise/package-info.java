/** Supervision for an application to embed: start with {@link Supervisor#start}. */
@NullMarked
package dev.foster.supervise;

import org.jspecify.annotations.NullMarked;
