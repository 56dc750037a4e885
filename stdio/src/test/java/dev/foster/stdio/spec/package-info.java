@NullMarked
package dev.foster.stdio.spec;

import org.jspecify.annotations.NullMarked;
