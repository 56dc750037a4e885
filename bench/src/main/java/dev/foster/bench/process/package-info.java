/**
 * The driver of the side-by-side benchmark of process engines: it gives turns to workers and
 * compares their answers.
 */
@NullMarked
package dev.foster.bench.process;

import org.jspecify.annotations.NullMarked;
