/** What it costs to watch many processes that do nothing. */
@NullMarked
package dev.foster.bench.watch;

import org.jspecify.annotations.NullMarked;
