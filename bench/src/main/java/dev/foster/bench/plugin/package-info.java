/** Foster's plugin host and Go's own, side by side on the same plugin. */
@NullMarked
package dev.foster.bench.plugin;

import org.jspecify.annotations.NullMarked;
