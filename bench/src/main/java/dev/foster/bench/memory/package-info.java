/** What is left in memory of a flood, a minute after it. */
@NullMarked
package dev.foster.bench.memory;

import org.jspecify.annotations.NullMarked;
