/** The life of one child as pure rules: no clock, no thread, no system. */
@NullMarked
package dev.foster.process.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
