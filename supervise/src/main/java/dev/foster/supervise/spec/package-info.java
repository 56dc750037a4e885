/** What is to be supervised, and how: plain values that can be compared. */
@NullMarked
package dev.foster.supervise.spec;

import org.jspecify.annotations.NullMarked;
