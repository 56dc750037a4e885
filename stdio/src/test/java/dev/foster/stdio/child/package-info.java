@NullMarked
package dev.foster.stdio.child;

import org.jspecify.annotations.NullMarked;
