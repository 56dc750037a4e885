@NullMarked
package dev.foster.stdio.wording;

import org.jspecify.annotations.NullMarked;
