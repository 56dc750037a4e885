/**
 * The benchmark of the screen: many processes that print all the time, a terminal of a fixed size,
 * and what it takes to show them.
 */
@NullMarked
package dev.foster.bench.tui;

import org.jspecify.annotations.NullMarked;
