/** What the kernel says about processes. */
@NullMarked
package dev.foster.bench.kernel;

import org.jspecify.annotations.NullMarked;
