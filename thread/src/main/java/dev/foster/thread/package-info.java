/** Threads that have to last, how one sees that they do, and one that gives memory back. */
@NullMarked
package dev.foster.thread;

import org.jspecify.annotations.NullMarked;
