/** How a child is started within bounds: what is checked before, and the steps that lead to it. */
@NullMarked
package dev.foster.process.internal.confine;

import org.jspecify.annotations.NullMarked;
