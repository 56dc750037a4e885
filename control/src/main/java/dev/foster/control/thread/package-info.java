/** Threads that have to last, and how one sees that they do. */
@NullMarked
package dev.foster.control.thread;

import org.jspecify.annotations.NullMarked;
