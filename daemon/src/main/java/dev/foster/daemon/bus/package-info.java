/** The bus of a project: who is on it, what is told there, and what people can ask for. */
@NullMarked
package dev.foster.daemon.bus;

import org.jspecify.annotations.NullMarked;
