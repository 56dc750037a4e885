/** What all side-by-side benchmarks share: how they are called, scores, tables and bars. */
@NullMarked
package dev.foster.bench.scores;

import org.jspecify.annotations.NullMarked;
