/** Plugins as archives: unpacked safely, put in place all at once, taken back on request. */
@NullMarked
package dev.foster.plugin.bundle;

import org.jspecify.annotations.NullMarked;
