/** The rules without a system: tests say what happens, and when. */
@NullMarked
package dev.foster.supervise.stage;

import org.jspecify.annotations.NullMarked;
