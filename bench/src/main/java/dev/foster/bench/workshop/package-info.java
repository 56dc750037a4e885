/**
 * What benchmarks share that start other programs and look at them from outside: a place and a mark
 * for everything that is started, and whose turn it is.
 */
@NullMarked
package dev.foster.bench.workshop;

import org.jspecify.annotations.NullMarked;
