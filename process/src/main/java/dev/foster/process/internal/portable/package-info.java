/** The engine on java.lang.Process, for every other system. */
@NullMarked
package dev.foster.process.internal.portable;

import org.jspecify.annotations.NullMarked;
